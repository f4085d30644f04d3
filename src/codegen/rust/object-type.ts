// The type of an object: a struct for names that are known, a map for names that are not.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { objectView, type ObjectView } from './object-view.ts';
import { openSnakeScope, partName } from './rust-names.ts';
import { mapOf, optionOf, VALUE, type RustField, type RustType } from './rust-type.ts';
import { docOf } from './schema-doc.ts';
import { declare, nameOf, type Place, type TypeBuild } from './type-build.ts';

export function objectType(flat: JsonObject, place: Place, build: TypeBuild): RustType {
  const view = objectView(flat, build.root);
  const others = othersOf(flat);
  // Arguments of a tool that names none are an empty struct; elsewhere nothing said is anything.
  const isStruct = view.properties.size > 0 || others === false;
  if (!isStruct && (others !== undefined || place.name !== build.rootName)) {
    return mapOf(othersType(others, place, build));
  }
  return declare(place, build, () => ({
    kind: 'struct',
    doc: docOf(flat),
    fields: fieldsOf(view, others, { place, build }),
  }));
}

/** What names that are not listed may hold; `undefined` where the schema does not say. */
function othersOf({ additionalProperties, patternProperties }: JsonObject): JsonValue | undefined {
  const patterns = isJsonObject(patternProperties) ? Object.values(patternProperties) : [];
  if (patterns.length === 0) return additionalProperties;
  const isClosed = additionalProperties === undefined || additionalProperties === false;
  return { anyOf: isClosed ? patterns : [...patterns, additionalProperties] };
}

function othersType(others: JsonValue | undefined, place: Place, build: TypeBuild): RustType {
  return isJsonObject(others) ? build.typeOf(others, partName(place.wanted, 'value')) : VALUE;
}

interface Where {
  readonly place: Place;
  readonly build: TypeBuild;
}

function fieldsOf(
  view: ObjectView,
  others: JsonValue | undefined,
  { place, build }: Where,
): readonly RustField[] {
  const scope = openSnakeScope();
  const own = nameOf(place, build);
  const fields = Array.from(view.properties, ([jsonName, schema]): RustField => {
    const isOptional = !view.required.has(jsonName);
    const type = build.typeOf(schema, partName(own, jsonName));
    return {
      name: scope.take(jsonName),
      jsonName,
      type: isOptional ? optionOf(type) : type,
      isOptional,
      doc: isJsonObject(schema) ? docOf(schema) : [],
    };
  });
  if (others === undefined || others === false) return fields;
  const type = mapOf(othersType(others, place, build));
  const name = scope.take('additional_properties');
  return [...fields, { name, type, isOptional: false, doc: ['Everything else.'] }];
}

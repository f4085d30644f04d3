// Proves how each kind of value is read and what is said about a bad one.
import { describe, expect, it } from 'vitest';
import {
  atLeastOne,
  basePath,
  bearerSecret,
  ipAddress,
  keyValue,
  nameSeparator,
  scriptConfig,
  secret,
  wholeUpTo,
} from './flag-values.ts';

describe('scriptConfig', () => {
  it.each([
    ['KEY="text"', 'text'],
    ['KEY=""', ''],
    ['KEY=', ''],
    ['KEY=text', 'text'],
    ['KEY=plain text with blanks', 'plain text with blanks'],
    ['KEY=a=b', 'a=b'],
    ['KEY=true', 'true'],
    ['KEY=false', 'false'],
    ['KEY=null', ''],
    ['KEY=42', '42'],
    ['KEY= 42 ', '42'],
    ['KEY=12345678901234567890', '12345678901234567890'],
    ['KEY=1.50', '1.5'],
    ['KEY=1e3', '1000'],
    ['KEY=[1, 2]', '[1, 2]'],
    ['KEY={"a":1}', '{"a":1}'],
  ])('%s becomes %j', (text, value) => {
    expect(scriptConfig(text)).toEqual({ key: 'KEY', value });
  });

  it.each(['KEY', '=value', ''])('refuses %j', (text) => {
    expect(() => scriptConfig(text)).toThrow(`Invalid KEY=VALUE format: ${text}`);
  });
});

describe('values', () => {
  it('takes IP literals only', () => {
    expect(['127.0.0.1', '::1', '0.0.0.0'].map(ipAddress)).toEqual(['127.0.0.1', '::1', '0.0.0.0']);
    expect(() => ipAddress('localhost')).toThrow(
      'Could not parse hostname "localhost": invalid IP address syntax',
    );
  });

  it('wants a slash at both ends of the base path', () => {
    expect(basePath('/a/')).toBe('/a/');
    expect(() => basePath('a/')).toThrow('needs a slash at both ends');
    expect(() => basePath('/a')).toThrow('needs a slash at both ends');
  });

  it('counts', () => {
    expect(wholeUpTo(10)('10')).toBe(10);
    expect(() => wholeUpTo(10)('11')).toThrow('11 is not in 0..=10');
    expect(() => wholeUpTo(10)('-1')).toThrow('it is not a whole number');
    expect(() => wholeUpTo(10)('')).toThrow('it is not a whole number');
    expect(atLeastOne('1')).toBe(1);
    expect(() => atLeastOne('0')).toThrow('0 is not in 1..');
  });

  it('refuses an empty secret', () => {
    expect(secret('s')).toBe('s');
    expect(() => secret('')).toThrow('it is empty');
  });

  it('refuses a token that no header can carry', () => {
    expect(['a', 'long-secret', 'two words'].map(bearerSecret)).toEqual([
      'a',
      'long-secret',
      'two words',
    ]);
    for (const bad of [' ', 'a ', ' a', 'schlüssel', 'a\nb']) {
      expect(() => bearerSecret(bad)).toThrow('ASCII characters only');
    }
    expect(() => bearerSecret('')).toThrow('it is empty');
  });

  it('takes separators that strict clients take, and the slash itself', () => {
    expect(['_', '__', '-', '/'].map(nameSeparator)).toEqual(['_', '__', '-', '/']);
    for (const bad of ['', '.', ' ', '//', 'toolongone']) {
      expect(() => nameSeparator(bad)).toThrow('use `/`');
    }
  });

  it('splits at the first equals sign', () => {
    expect(keyValue('title=a=b')).toEqual({ key: 'title', value: 'a=b' });
  });
});

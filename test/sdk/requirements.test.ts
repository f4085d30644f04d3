// Every promise of the shell SDK is named by a test, and every name is a promise.
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BASH_SDK } from '../requirements/bash-sdk.ts';

const HERE = new URL('.', import.meta.url);
const SLOW = new URL('../slow/bash-sdk.test.ts', import.meta.url);

test('the ids of the tests are the ids of the list', async () => {
  const names = (await readdir(HERE)).filter((name) => name.endsWith('.test.ts'));
  const files = [...names.map((name) => new URL(name, HERE)), SLOW];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const tested = texts.flatMap((text) => text.match(/(?<=\[)bash-sdk:[\w:-]+(?=\])/g) ?? []);
  const listed = BASH_SDK.map(({ id }) => id).toSorted();
  expect([...new Set(tested)].toSorted()).toEqual(listed);
});

test('every function of the contract is defined', async () => {
  const files = ['tool-sdk.sh', 'functions.sh'].map((name) => new URL(`../../sdk/${name}`, HERE));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const functions = (texts.join('\n').match(/^mcp_\w+(?=\(\))/gm) ?? []).toSorted();
  expect(functions).toMatchInlineSnapshot(`
    [
      "mcp_args_bool",
      "mcp_args_get",
      "mcp_args_int",
      "mcp_args_raw",
      "mcp_args_require",
      "mcp_byte_length",
      "mcp_client_supports_ui",
      "mcp_config_get",
      "mcp_config_load",
      "mcp_debug",
      "mcp_download_safe",
      "mcp_download_safe_or_fail",
      "mcp_elicit",
      "mcp_elicit_choice",
      "mcp_elicit_confirm",
      "mcp_elicit_multi_choice",
      "mcp_elicit_string",
      "mcp_elicit_titled_choice",
      "mcp_elicit_titled_multi_choice",
      "mcp_elicit_url",
      "mcp_emit_json",
      "mcp_emit_text",
      "mcp_error",
      "mcp_extract_cli_error",
      "mcp_fail",
      "mcp_fail_invalid_args",
      "mcp_is_cancelled",
      "mcp_is_valid_json",
      "mcp_json_arr",
      "mcp_json_escape",
      "mcp_json_obj",
      "mcp_json_truncate",
      "mcp_log",
      "mcp_log_debug",
      "mcp_log_error",
      "mcp_log_info",
      "mcp_log_warn",
      "mcp_meta_get",
      "mcp_meta_raw",
      "mcp_path_collapse",
      "mcp_path_normalize",
      "mcp_progress",
      "mcp_require_path",
      "mcp_resource_detect_mime",
      "mcp_result_error",
      "mcp_result_success",
      "mcp_result_text_with_resource",
      "mcp_result_with_ui",
      "mcp_result_with_ui_data",
      "mcp_roots_contains",
      "mcp_roots_count",
      "mcp_roots_list",
      "mcp_run_with_progress",
      "mcp_tool_meta_with_ui",
      "mcp_ui_form",
      "mcp_ui_table",
      "mcp_with_retry",
    ]
  `);
});

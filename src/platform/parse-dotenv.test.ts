// What a .env file may say.
import { expect, test } from 'vitest';
import { parseDotenv } from './parse-dotenv.ts';

const parse = (text: string, env = {}, below = {}) => parseDotenv(text, { env, below });

test('quotes, comments and export', async () => {
  expect(await parse('A=1 # one\nexport B="two words"\n# C=3\nD=\'#4\'\n')).toEqual({
    A: '1',
    B: 'two words',
    D: '#4',
  });
});

test('references look at the environment, then above, then below', async () => {
  const text = 'HOST=file\nURL=http://${HOST}/${BASE}${NOBODY}${PORT:-80}';
  expect(await parse(text)).toMatchObject({ URL: 'http://file/80' });
  expect(await parse(text, { HOST: 'outer' }, { BASE: 'api:' })).toMatchObject({
    URL: 'http://outer/api:80',
  });
});

test('names of the prototype are no variables', async () => {
  expect(await parse('A=[${constructor}]')).toEqual({ A: '[]' });
});

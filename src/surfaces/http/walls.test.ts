// Proves who passes each wall, and that a refusal never depends on how the scheme is spelled.
import { describe, expect, it } from 'vitest';
import { anyWall, authorization, basicCredentials, basicWall, bearerWall } from './walls.ts';

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
const verify = (user: string, password: string, isHashed: boolean): boolean =>
  user === 'ann' && password === (isHashed ? 'hash' : 'pa:ss wörd');

describe('bearerWall', () => {
  const wall = bearerWall('s3cret token');

  it('lets the token pass, however the scheme is spelled', () => {
    expect(wall.check({ authorization: 'Bearer s3cret token' })).toBe('bearer');
    expect(wall.check({ authorization: 'bearer  s3cret token ' })).toBe('bearer');
    expect(wall.check({ authorization: 'BEARER s3cret token' })).toBe('bearer');
  });

  it.each([
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 's3cret token' },
    { authorization: 'Bearer s3cret' },
    { authorization: 'Bearer s3cret token2' },
    { authorization: 'Basic s3cret token' },
    { cookie: 'mcpd_token=s3cret token' },
  ])('refuses %j', (headers) => {
    expect(wall.check(headers)).toBeUndefined();
  });

  it('lets nobody pass when the token is empty', () => {
    expect(bearerWall('').check({ authorization: 'Bearer ' })).toBeUndefined();
  });
});

describe('basicWall', () => {
  const wall = basicWall(verify);

  it('lets the right pair pass and names the user', async () => {
    expect(await wall.check({ authorization: basic('ann:pa:ss wörd') })).toBe('ann');
    expect(
      await wall.check({ authorization: basic('ann:pa:ss wörd').replace('Basic', 'bASIC') }),
    ).toBe('ann');
  });

  it.each(['x-mcpd-password-hashed', 'x-restcommander-password-hashed'])(
    'hands over the hash when %s is true',
    async (name) => {
      const headers = { authorization: basic('ann:hash') };
      expect(await wall.check({ ...headers, [name]: 'TRUE' })).toBe('ann');
      expect(await wall.check({ ...headers, [name]: 'false' })).toBeUndefined();
    },
  );

  it.each([{}, { authorization: basic('ann:wrong') }, { authorization: basic('ann') }])(
    'refuses %j',
    async (headers) => {
      expect(await wall.check(headers)).toBeUndefined();
    },
  );
});

describe('basicCredentials', () => {
  it.each([
    ['absent', 'Bearer abc'],
    ['absent', 'Basic'],
    ['not_base64', 'Basic ???'],
    ['no_colon', basic('no colon here')],
  ])('says %s for %s', (reason, value) => {
    expect(basicCredentials({ authorization: value })).toBe(reason);
  });
});

describe('anyWall', () => {
  const wall = anyWall(bearerWall('t'), basicWall(verify));

  it('lets pass whom one of the walls lets pass', async () => {
    expect(await wall.check({ authorization: 'Bearer t' })).toBe('bearer');
    expect(await wall.check({ authorization: basic('ann:pa:ss wörd') })).toBe('ann');
    expect(await wall.check({ authorization: 'Bearer x' })).toBeUndefined();
  });

  it('offers every challenge', () => {
    expect(wall.challenge).toBe('Bearer, Basic realm="plugboard", charset="UTF-8"');
  });
});

describe('authorization', () => {
  it('takes the first of several headers', () => {
    expect(authorization({ authorization: ['Bearer a', 'Bearer b'] })).toEqual({
      scheme: 'Bearer',
      rest: 'a',
    });
  });
});

// Where the daemon's files are, whatever a server is called.
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { daemonAddress } from './daemon-address.ts';
import { daemonPlace } from './daemon-place.ts';

test('the home, unless a variable names another folder', () => {
  expect(daemonPlace({ env: {}, home: '/home/ann' }).address).toBe('/home/ann/.mcplug/daemon.sock');
  const env = { MCPLUG_DAEMON_DIR: '/run/ann' };
  expect(daemonPlace({ env, home: '/home/ann' }).lockFile).toBe('/run/ann/daemon.lock');
});

test('on Windows each folder has a pipe of its own', () => {
  expect(daemonAddress('C:\\Users\\Ann\\.mcplug', 'win32')).toBe(
    '\\\\.\\pipe\\plugboard-daemon-c-users-ann-mcplug',
  );
});

test('the name of a server is one component of a path', () => {
  const { serverLogFile, directory } = daemonPlace({ env: {}, home: '/home/ann' });
  for (const name of ['plain', '../../etc/passwd', '.', '..', 'a/b', 'a%2Fb']) {
    expect(dirname(serverLogFile(name))).toBe(`${directory}/logs`);
  }
  expect(serverLogFile('a/b')).not.toBe(serverLogFile('a%2Fb'));
});

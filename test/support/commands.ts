import { expect } from 'vitest';
import type { Ended } from './processes.ts';
import type { Json } from './team.ts';

/* The promised ways for commands to end: exit status and outputs. */

/** The one JSON object that a command printed. */
export function json({ status, stdout, stderr }: Ended): Json {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout) as Json;
}

/** Output of a command for people. */
export function outputOf({ status, stdout, stderr }: Ended): string {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).not.toMatch(/^\s*[{[]/);
  return stdout;
}

/** A refusal or failure: status 1, and the reason in one line. */
export function refused({ status, stdout, stderr }: Ended): string {
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^pauta: [^\n]+\n$/);
  return stderr;
}

/** A usage error: status 2, and the mistake. */
export function misused({ status, stdout, stderr }: Ended): string {
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).not.toBe('');
  expect(stderr).not.toMatch(/^ +at /m);
  return stderr;
}

import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '#test/support/harness.ts';
import { useService } from '#test/support/harness.ts';
import {
  cases,
  type Everybody,
  everybodyOf,
  exampleOf,
  foreignIds,
  namesIn,
  secretValue,
  withIds,
} from '#test/support/panel/everybody.ts';

/*
 * What the panel must not give away, tried with every operation that it serves: anything of another team, and what deals are
 * worth to members who may not see it.
 */
const service = useService({ workers: 0 });
let everybody: Everybody;
beforeAll(async () => {
  everybody = await everybodyOf(service);
});

describe('with an id of another team', () => {
  /** Operations of which nothing of the other team could be named. */
  const unreached: string[] = [];
  const withId = cases.filter(({ operation: { panel } }) => panel.path.includes(':'));

  test.each(withId)(
    '$id answers as with one that nobody has, and leaves the other team as it is',
    async ({ id, operation }) => {
      const { theirs, ask, stateOf } = everybody;
      const { method, path } = operation.panel;
      const ids = await foreignIds(everybody, operation);
      if (!ids) {
        unreached.push(id);
        return;
      }
      const body = exampleOf(everybody, path, method);
      const before = await stateOf(theirs);
      for (const name of namesIn(path)) {
        const reached = await ask('owner', method, withIds(path, ids), body);
        const missing = await ask(
          'owner',
          method,
          withIds(path, { ...ids, [name]: uuidv7() }),
          body,
        );
        expect([400, 404], reached.text).toContain(reached.status);
        expect(reached.text).toBe(missing.text);
        expect(Object.keys(reached.headers)).toEqual(Object.keys(missing.headers));
      }
      expect(await stateOf(theirs)).toEqual(before);
    },
  );

  test('every operation is tried but those of columns, members of squads, single messages and merges, which their own tests try', () => {
    expect(unreached.sort()).toEqual([
      'addSquadMember',
      'fetchMedia',
      'previewContactMerge',
      'reactToMessage',
      'removeColumn',
      'removeSquadMember',
      'undoContactMerge',
      'updateColumn',
    ]);
  });
});

describe('what deals are worth', () => {
  test('is seen by members who see values', async () => {
    const { text } = await everybody.ask('member', 'GET', '/deals?limit=100');
    expect(text).toContain(String(secretValue));
  });

  const shown = cases.filter(
    ({ operation: { panel, allow } }) => panel.method === 'GET' && allow.user === 'member',
  );
  test.each(shown)('$id does not show it to others', async ({ operation: { panel } }) => {
    const { ask } = everybody;
    const [name] = namesIn(panel.path);
    const list = name === undefined ? undefined : panel.path.slice(0, panel.path.indexOf('/:'));
    const records = list === undefined ? [{}] : (await ask('owner', 'GET', list)).body.data;
    for (const { id } of Array.isArray(records) ? (records as Json[]).slice(0, 20) : []) {
      const { text } = await ask('blind', 'GET', withIds(panel.path, { id: String(id) }));
      expect(text).not.toContain('98765432');
    }
  });
});

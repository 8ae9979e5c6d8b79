import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '#test/support/harness.ts';
import { useSharedService } from '#test/support/harness.ts';
import {
  cases,
  type Everybody,
  everybodyOf,
  exampleOf,
  foreignIds,
  namesIn,
  secretValue,
  withIds,
} from '#test/support/panel/callers.ts';

/*
 * Data that the panel must not disclose, tested with every operation that it serves: anything of another team, and the value of deals to
 * members who may not see it.
 */
const service = useSharedService({ workers: 0 });
let everybody: Everybody;
beforeAll(async () => {
  everybody = await everybodyOf(service);
});

describe('with an id of another team', () => {
  /** Operations without a parameter that could name a record of the other team. */
  const unreached: string[] = [];
  const withId = cases.filter(({ operation: { panel } }) => panel.path.includes(':'));

  test.each(withId)(
    '$id answers like one that does not exist, and leaves the other team unchanged',
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

  test('every operation has a case except those of agents, columns, squad members, single and scheduled messages, merges, recurring tasks, billing lines, suggested replies and browsers, which have their own tests', () => {
    expect(unreached.sort()).toEqual([
      'addSquadMember',
      'cancelScheduledMessage',
      'changeSquadMember',
      'createTaskOccurrence',
      'deleteTaskRecurrence',
      'disconnectAgent',
      'dismissMessageChange',
      'editMessage',
      'fetchMedia',
      'getBillingLine',
      'previewContactMerge',
      'reactToMessage',
      'recalculateBillingLine',
      'removeColumn',
      'removeSquadMember',
      'revokeMessage',
      'sendScheduledMessage',
      'skipTaskOccurrence',
      'suggestReply',
      'undoContactMerge',
      'unsubscribePushBrowser',
      'updateBillingLine',
      'updateColumn',
      'updateScheduledMessage',
      'updateTaskRecurrence',
    ]);
  });
});

describe('the value of deals', () => {
  test('is shown to members who may see values', async () => {
    const { text } = await everybody.ask('member', 'GET', '/deals?limit=100');
    expect(text).toContain(String(secretValue));
  });

  const valueReads = cases.filter(
    ({ operation: { panel, allow } }) => panel.method === 'GET' && allow.user === 'member',
  );
  test.each(valueReads)('$id hides it from others', async ({ operation: { panel } }) => {
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

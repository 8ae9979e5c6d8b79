import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../panel/src/api/call.ts';
import { type Command, run } from '../../panel/src/commands/command.ts';
import {
  applied,
  diffOf,
  type Fields,
  isEmpty,
  reverse,
  standing,
  wantedBy,
} from '../../panel/src/commands/diff.ts';
import { forget, type News, news, undo } from '../../panel/src/commands/history.ts';
import { pending, shown } from '../../panel/src/commands/pending.ts';

/*
 * Changes that are shown at once: what is seen while they are under way, after they fail, and after they are undone.
 */

describe('a diff', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
  );
  const names = ['name', 'role', 'tags', 'due'] as const;
  const record = fc.record(Object.fromEntries(names.map((name) => [name, value])));
  const wanted = fc.record(Object.fromEntries(names.map((name) => [name, value])), {
    requiredKeys: [],
  });
  test('is undone by its reverse, which is its own reverse', () => {
    fc.assert(
      fc.property(record, wanted, (before: Fields, fields: Fields) => {
        const diff = diffOf(before, fields);
        const after = applied(before, wantedBy(diff));
        expect(after).toEqual({ ...before, ...fields });
        expect(applied(after, wantedBy(reverse(diff)))).toEqual(before);
        expect(reverse(reverse(diff))).toEqual(diff);
        expect(standing(after, diff)).toEqual(diff);
        expect(isEmpty(standing(before, diff))).toBe(true);
      }),
    );
  });
});

interface Member {
  readonly id: string;
  readonly role: string;
  readonly name: string;
}

/** A service with one record, which answers when it is told to. */
function start() {
  let known: Member = { id: '1', role: 'member', name: 'Ana' };
  let there = known;
  const requests: { readonly fields: Fields; answer(failure?: Failure): void }[] = [];
  const command: Command<Fields, Member> = {
    record: () => 'member/1',
    patch: (fields) => fields,
    send: (_, fields) =>
      new Promise((resolve, reject) => {
        const answer = (failure?: Failure) => {
          if (failure) return reject(failure);
          there = applied(there, fields);
          resolve(there);
        };
        requests.push({ fields, answer });
      }),
    read: () => known,
    load: async () => there,
    write: (_, change) => {
      known = change(known);
    },
    changedBy: async () => 'Caio',
  };
  return {
    command,
    requests,
    seen: () => shown('member/1', known, pending.now()),
    known: () => known,
    /** Somebody else changes it; a live event tells. */
    elsewhere(fields: Fields, isTold = true) {
      there = applied(there, fields);
      if (isTold) known = applied(known, fields);
    },
    sent: (count: number) => expect.poll(() => requests.length).toBe(count),
  };
}

const refused = new Failure('CONFLICT', 'No.', 409);
let told: News[];

beforeEach(() => {
  forget();
  told = [];
  news.tell = (each) => void told.push(each);
});

describe('a change', () => {
  test('is seen at once, and is known when it is confirmed', async () => {
    const { command, requests, seen, known, sent } = start();
    const done = run(command, { role: 'admin' });
    expect(seen().role).toBe('admin');
    expect(known().role).toBe('member');
    await sent(1);
    requests[0]?.answer();
    expect(await done).toBeUndefined();
    expect(known().role).toBe('admin');
    expect(pending.now()).toEqual([]);
    expect(told).toEqual([{ kind: 'saved' }]);
  });

  test('that fails takes back its own field only, to what is so by then', async () => {
    const { command, requests, seen, elsewhere, sent } = start();
    const done = run(command, { role: 'admin' });
    await sent(1);
    elsewhere({ role: 'owner', name: 'Ana Luz' });
    expect(seen()).toEqual({ id: '1', role: 'admin', name: 'Ana Luz' });
    requests[0]?.answer(refused);
    expect(await done).toBe(refused);
    expect(seen()).toEqual({ id: '1', role: 'owner', name: 'Ana Luz' });
    await undo();
    expect(told).toEqual([{ kind: 'nothing' }]);
  });

  test('waits for the one before of its record, and survives its failure', async () => {
    const { command, requests, seen, sent } = start();
    const first = run(command, { role: 'admin' });
    const second = run(command, { name: 'Bia' });
    await sent(1);
    expect(seen()).toEqual({ id: '1', role: 'admin', name: 'Bia' });
    requests[0]?.answer(refused);
    await first;
    await sent(2);
    expect(seen()).toEqual({ id: '1', role: 'member', name: 'Bia' });
    requests[1]?.answer();
    await second;
    expect(seen()).toEqual({ id: '1', role: 'member', name: 'Bia' });
  });

  test('whose proof is not given is taken back without a word', async () => {
    const { command, requests, seen, sent } = start();
    const { proofs } = await import('../../panel/src/commands/proof.ts');
    const done = run(command, { role: 'admin' });
    await sent(1);
    requests[0]?.answer(new Failure('REAUTH_REQUIRED', '', 403));
    await expect.poll(proofs.isWanted).toBe(true);
    proofs.answer(false);
    expect(await done).toBeUndefined();
    expect(seen().role).toBe('member');
    expect(told).toEqual([]);
  });
});

describe('undoing', () => {
  async function doing(fields: Fields) {
    const service = start();
    const done = run(service.command, fields);
    await service.sent(1);
    service.requests[0]?.answer();
    await done;
    told = [];
    return service;
  }

  test('sends what was before', async () => {
    const { requests, seen, sent } = await doing({ role: 'admin' });
    const done = undo();
    expect(seen().role).toBe('member');
    await sent(2);
    expect(requests[1]?.fields).toEqual({ role: 'member' });
    requests[1]?.answer();
    await done;
    expect(seen().role).toBe('member');
    expect(told).toEqual([{ kind: 'undone' }]);
  });

  test.each([true, false])(
    'leaves what somebody else has set since, and says who (told of it: %s)',
    async (isTold) => {
      const { requests, known, elsewhere, sent } = await doing({ role: 'admin', name: 'Bia' });
      elsewhere({ role: 'owner' }, isTold);
      const done = undo();
      await sent(2);
      expect(requests[1]?.fields).toEqual({ name: 'Ana' });
      requests[1]?.answer();
      await done;
      expect(known().name).toBe('Ana');
      expect(told).toEqual([{ kind: 'changed', by: 'Caio' }]);
    },
  );

  test('while it is still under way waits for it', async () => {
    const { command, requests, seen, known, sent } = start();
    const change = run(command, { role: 'admin' });
    const back = undo();
    expect(seen().role).toBe('member');
    await sent(1);
    requests[0]?.answer();
    await change;
    await sent(2);
    requests[1]?.answer();
    await back;
    expect(known().role).toBe('member');
  });

  test('goes back twenty changes', async () => {
    const { command, requests, known } = start();
    const watch = setInterval(() => {
      for (const { answer } of requests) answer();
    }, 1);
    for (let i = 1; i <= 25; i += 1) await run(command, { name: `${i}` });
    for (let i = 0; i < 20; i += 1) await undo();
    expect(known().name).toBe('5');
    await undo();
    expect(told.at(-1)).toEqual({ kind: 'nothing' });
    clearInterval(watch);
  });
});

test('a change waits two minutes for a service out of reach, then for an answer', async () => {
  vi.useFakeTimers();
  try {
    const { stuck } = await import('../../panel/src/commands/deliver.ts');
    const { command, requests, seen } = start();
    const away = new Failure('OFFLINE', '');
    const done = run(command, { role: 'admin' });
    const pass = async (ms: number) => {
      for (let at = 0; at < ms; at += 500) {
        await vi.advanceTimersByTimeAsync(500);
        for (const { answer } of requests) answer(away);
      }
    };
    await pass(119_000);
    expect(stuck.isWanted()).toBe(false);
    await pass(15_000);
    expect(stuck.isWanted()).toBe(true);
    expect(seen().role).toBe('admin');
    stuck.answer(true);
    await pass(60_000);
    expect(stuck.isWanted()).toBe(false);
    await pass(80_000);
    stuck.answer(false);
    await pass(1_000);
    expect(await done).toBe(away);
    expect(seen().role).toBe('member');
  } finally {
    vi.useRealTimers();
  }
});

import { notifyManager, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure, requestPath } from '#panel/api/call.ts';
import { type Command, run } from '#panel/commands/command.ts';
import {
  diffOf,
  type Fields,
  isEmpty,
  newValuesOf,
  reversed,
  stillApplied,
  withFields,
} from '#panel/commands/diff.ts';
import { editConflicts } from '#panel/commands/edit-conflict.ts';
import { listWithPending, pendingChanges, withPending } from '#panel/commands/pending-changes.ts';
import {
  type ActionOutcome,
  clearHistory,
  outcomes,
  undoLast,
} from '#panel/commands/undo-history.ts';
import { applyRecordChanges } from '#panel/data/live-patches.ts';
import { queryClient } from '#panel/data/query-client.ts';
import {
  changeRecord,
  createRecord,
  defineMove,
  listPositionAmong,
  removeRecord,
} from '#panel/data/records.ts';

/* Optimistic changes: what is shown while they are in flight, after they fail, and after they are undone. */

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
        const after = withFields(before, newValuesOf(diff));
        expect(after).toEqual({ ...before, ...fields });
        expect(withFields(after, newValuesOf(reversed(diff)))).toEqual(before);
        expect(reversed(reversed(diff))).toEqual(diff);
        expect(stillApplied(after, diff)).toEqual(diff);
        expect(isEmpty(stillApplied(before, diff))).toBe(true);
      }),
    );
  });
});

test('after any local changes, refusals and remote changes, the screen shows the server’s state', async () => {
  const doing = fc.oneof(
    fc.record({
      change: fc.record(
        { role: fc.constantFrom('a', 'b'), name: fc.string() },
        { requiredKeys: [] },
      ),
    }),
    fc.record({
      elsewhere: fc.record(
        { role: fc.constantFrom('c', 'd'), name: fc.string() },
        { requiredKeys: [] },
      ),
    }),
    fc.record({ answer: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { maxLength: 20 }), async (all) => {
      clearHistory();
      const { command, requests, seen, cached, there, elsewhere } = start();
      const under: Promise<unknown>[] = [];
      let answered = 0;
      const answer = async (isRefused: boolean) => {
        await new Promise(setImmediate);
        requests[answered]?.answer(isRefused ? refused : undefined);
        if (requests[answered]) answered += 1;
        await new Promise(setImmediate);
      };
      for (const each of all) {
        if ('change' in each) under.push(run(command, each.change));
        else if ('elsewhere' in each) elsewhere(each.elsewhere);
        else await answer(each.answer);
      }
      while (pendingChanges.now().length > 0) await answer(false);
      await Promise.all(under);
      expect(seen()).toEqual(there());
      expect(cached()).toEqual(there());
    }),
    { numRuns: 60 },
  );
});

interface Member {
  readonly id: string;
  readonly role: string;
  readonly name: string;
}

/** A service with one record, which answers on command. */
function start() {
  let cachedMember: Member = { id: '1', role: 'member', name: 'Ana' };
  let there = cachedMember;
  const requests: { readonly fields: Fields; answer(failure?: Failure): void }[] = [];
  const command: Command<Fields, Member> = {
    record: () => 'member/1',
    patch: (fields) => fields,
    send: (_, fields) =>
      new Promise((resolve, reject) => {
        const answer = (failure?: Failure) => {
          if (failure) return reject(failure);
          there = withFields(there, fields);
          resolve(there);
        };
        requests.push({ fields, answer });
      }),
    read: () => cachedMember,
    load: async () => there,
    write: (_, change) => {
      cachedMember = change(cachedMember);
    },
    changedBy: async () => 'Caio',
  };
  return {
    command,
    requests,
    seen: () => withPending('member/1', cachedMember, pendingChanges.now()),
    cached: () => cachedMember,
    there: () => there,
    /** Another user changes it; a live event reports it. */
    elsewhere(fields: Fields, isTold = true) {
      there = withFields(there, fields);
      if (isTold) cachedMember = withFields(cachedMember, fields);
    },
    sent: (count: number) => expect.poll(() => requests.length).toBe(count),
  };
}

const refused = new Failure('CONFLICT', 'No.', 409);
let reports: ActionOutcome[];

beforeEach(() => {
  clearHistory();
  reports = [];
  outcomes.report = (each) => void reports.push(each);
});

describe('a change', () => {
  test('is shown at once, and stored when it is confirmed', async () => {
    const { command, requests, seen, cached, sent } = start();
    const done = run(command, { role: 'admin' });
    expect(seen().role).toBe('admin');
    expect(cached().role).toBe('member');
    await sent(1);
    requests[0]?.answer();
    expect(await done).toBeUndefined();
    expect(cached().role).toBe('admin');
    expect(pendingChanges.now()).toEqual([]);
    expect(reports).toEqual([{ kind: 'saved' }]);
  });

  test('that fails reverts its own field only, to the current state', async () => {
    const { command, requests, seen, elsewhere, sent } = start();
    const done = run(command, { role: 'admin' });
    await sent(1);
    elsewhere({ role: 'owner', name: 'Ana Luz' });
    expect(seen()).toEqual({ id: '1', role: 'admin', name: 'Ana Luz' });
    requests[0]?.answer(refused);
    expect(await done).toBe(refused);
    expect(seen()).toEqual({ id: '1', role: 'owner', name: 'Ana Luz' });
    await undoLast();
    expect(reports).toEqual([{ kind: 'nothing' }]);
  });

  test('waits for the previous one of its record, and survives its failure', async () => {
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

  test('whose proof of identity is cancelled is reverted silently', async () => {
    const { command, requests, seen, sent } = start();
    const { reauthenticationQuestion: proofs } = await import(
      '#panel/commands/reauthentication.ts'
    );
    const done = run(command, { role: 'admin' });
    await sent(1);
    requests[0]?.answer(new Failure('REAUTH_REQUIRED', '', 403));
    await expect.poll(proofs.isWanted).toBe(true);
    proofs.answer(false);
    expect(await done).toBeUndefined();
    expect(seen().role).toBe('member');
    expect(reports).toEqual([]);
  });
});

describe('undoing', () => {
  async function doing(fields: Fields) {
    const service = start();
    const done = run(service.command, fields);
    await service.sent(1);
    service.requests[0]?.answer();
    await done;
    reports = [];
    return service;
  }

  test('sends the previous values', async () => {
    const { requests, seen, sent } = await doing({ role: 'admin' });
    const done = undoLast();
    expect(seen().role).toBe('member');
    await sent(2);
    expect(requests[1]?.fields).toEqual({ role: 'member' });
    requests[1]?.answer();
    await done;
    expect(seen().role).toBe('member');
    expect(reports).toEqual([{ kind: 'undone' }]);
  });

  test.each([true, false])(
    'leaves values that another user has set since, and names them (reported: %s)',
    async (isTold) => {
      const { requests, cached, elsewhere, sent } = await doing({ role: 'admin', name: 'Bia' });
      elsewhere({ role: 'owner' }, isTold);
      const done = undoLast();
      await sent(2);
      expect(requests[1]?.fields).toEqual({ name: 'Ana' });
      requests[1]?.answer();
      await done;
      expect(cached().name).toBe('Ana');
      expect(reports).toEqual([{ kind: 'changed', by: 'Caio' }]);
    },
  );

  test('of a change in flight waits for it', async () => {
    const { command, requests, seen, cached, sent } = start();
    const change = run(command, { role: 'admin' });
    const back = undoLast();
    expect(seen().role).toBe('member');
    await sent(1);
    requests[0]?.answer();
    await change;
    await sent(2);
    requests[1]?.answer();
    await back;
    expect(cached().role).toBe('member');
  });

  test('goes back twenty changes', async () => {
    const { command, requests, cached } = start();
    const watch = setInterval(() => {
      for (const { answer } of requests) answer();
    }, 1);
    for (let i = 1; i <= 25; i += 1) await run(command, { name: `${i}` });
    for (let i = 0; i < 20; i += 1) await undoLast();
    expect(cached().name).toBe('5');
    await undoLast();
    expect(reports.at(-1)).toEqual({ kind: 'nothing' });
    clearInterval(watch);
  });
});

test('a change waits two minutes for an unreachable service, then for an answer', async () => {
  vi.useFakeTimers();
  try {
    const { unsentQuestion: stuck } = await import('#panel/commands/retry-until-sent.ts');
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

/* Records of the team, on a service that stores tasks as ours does. */

interface Row {
  readonly id: string;
  readonly title: string;
  readonly column: string;
  readonly position: number;
  readonly updated_at: string;
  readonly deleted_at: string | null;
}

let ticks = 0;
const now = () => {
  ticks += 1;
  return new Date(Date.UTC(2026, 10, 23) + ticks).toISOString();
};

function startTasks() {
  queryClient.clear();
  const row = (id: string, fields: Partial<Row>): Row => ({
    id,
    title: id,
    column: 'todo',
    position: 0,
    deleted_at: null,
    ...fields,
    updated_at: now(),
  });
  const tasks = new Map<string, Row>();
  const put = (id: string, fields: Partial<Row>) => {
    const next = row(id, { ...tasks.get(id), ...fields });
    tasks.set(id, next);
    return next;
  };
  for (const [i, id] of ['a', 'b', 'c'].entries()) put(id, { position: i + 1 });
  const sent: string[] = [];
  let refusal: { readonly status: number; readonly code: string } | undefined;
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const [, , , , , , id = '', act] = url.split('/');
    const fields = typeof body === 'string' ? (JSON.parse(body) as Record<string, string>) : {};
    if (method !== 'GET')
      sent.push(`${method} ${[id, act].filter(Boolean).join('/')} ${body ?? ''}`.trim());
    const answer = (status: number, json: object) => new Response(JSON.stringify(json), { status });
    if (refusal && method !== 'GET')
      return answer(refusal.status, { error: { code: refusal.code, message: 'No.' } });
    if (method === 'POST' && id === '') return answer(201, { data: put('new', fields) });
    const task = tasks.get(id);
    if (!task || (task.deleted_at && act !== 'restore'))
      return answer(404, { error: { code: 'NOT_FOUND', message: 'No.' } });
    if (act === 'restore') return answer(200, { data: put(id, { deleted_at: null }) });
    if (act === 'move') {
      const { column = task.column, before, after } = fields;
      const at = (near: string | undefined, by: number) =>
        near === undefined ? undefined : (tasks.get(near)?.position ?? 0) + by;
      return answer(200, {
        data: put(id, { column, position: at(after, 0.25) ?? at(before, -0.25) ?? 9 }),
      });
    }
    if (method === 'PUT') return answer(200, { data: put(id, fields) });
    if (method === 'DELETE') {
      const { deleted_at } = put(id, { deleted_at: 'now' });
      return answer(200, { data: { id, deleted_at } });
    }
    return answer(200, { data: task });
  });
  queryClient.setQueryData(['team', 'ipe', 'tasks', 'board'], { cards: [...tasks.values()] });
  const board = () =>
    queryClient.getQueryData<{ cards: Row[] }>(['team', 'ipe', 'tasks', 'board'])?.cards ?? [];
  return {
    sent,
    put,
    refuse(next: typeof refusal) {
      refusal = next;
    },
    seen: () =>
      [...listWithPending('tasks', board(), pendingChanges.now())]
        .sort((x, y) => x.position - y.position)
        .map(({ title, column }) => (column === 'todo' ? title : `${title}:${column}`)),
  };
}

const slug = 'ipe';
const moveTask = defineMove('tasks', (team_slug, id, { before, after, fields: { column } }) =>
  requestPath('POST', `/teams/${team_slug}/tasks/${id}/move`, { body: { column, before, after } }),
);

describe('records', () => {
  afterEach(() => void vi.unstubAllGlobals());

  test('a changed one is shown at once, and reverted with the reason', async () => {
    const { seen, refuse, sent } = startTasks();
    const change = { slug, id: 'a', change: { title: 'A' } };
    const done = run(changeRecord('tasks'), change);
    expect(seen()).toEqual(['A', 'b', 'c']);
    expect(await done).toBeUndefined();
    refuse({ status: 409, code: 'CONFLICT' });
    const refusing = run(changeRecord('tasks'), { slug, id: 'b', change: { title: 'B' } });
    expect(seen()).toEqual(['A', 'B', 'c']);
    expect(await refusing).toMatchObject({ code: 'CONFLICT', message: 'No.' });
    expect(seen()).toEqual(['A', 'b', 'c']);
    refuse(undefined);
    await undoLast();
    expect(seen()).toEqual(['a', 'b', 'c']);
    expect(sent.at(-1)).toBe('PUT a {"title":"a"}');
  });

  test('screens receive what is stored before they stop to show what is pending', async () => {
    const { seen } = startTasks();
    const queryKey = ['team', slug, 'tasks', 'board'];
    const screen = new QueryObserver(queryClient, {
      queryKey,
      staleTime: Number.POSITIVE_INFINITY,
    });
    const pendingWhen: [title: string | undefined, count: number][] = [];
    // As the hooks of queries do.
    const render = notifyManager.batchCalls(() => {
      const { cards } = screen.getCurrentResult().data as { readonly cards: readonly Row[] };
      pendingWhen.push([cards[0]?.title, pendingChanges.now().length]);
    });
    const leave = screen.subscribe(render);
    await run(changeRecord('tasks'), { slug, id: 'a', change: { title: 'A' } });
    await expect.poll(() => pendingWhen.at(-1)?.[0]).toBe('A');
    leave();
    expect(pendingWhen.at(-1)).toEqual(['A', 1]);
    expect([seen()[0], pendingChanges.now()]).toEqual(['A', []]);
  });

  test.each([
    ['both', 'Juntos', ['PUT a {"title":"Juntos"}'], 'Juntos'],
    ['theirs', undefined, [], 'Deles'],
  ])(
    'a text that another user changed meanwhile is shown next to the user’s own; result: %s',
    async (_, stays, requests, now) => {
      const { put, sent, seen } = startTasks();
      put('a', { title: 'Deles' });
      const base = { title: 'a' };
      const done = run(changeRecord('tasks'), { slug, id: 'a', change: { title: 'Meu' }, base });
      await expect.poll(editConflicts.first).toMatchObject({ mine: 'Meu', theirs: 'Deles' });
      expect(seen()[0]).toBe('Meu');
      editConflicts.answer(stays);
      expect(await done).toBeUndefined();
      expect(sent).toEqual(requests);
      expect(seen()[0]).toBe(now);
      // Without such a change, there is no question.
      await run(changeRecord('tasks'), {
        slug,
        id: 'a',
        change: { title: 'Z' },
        base: { title: now },
      });
      expect(seen()[0]).toBe('Z');
    },
  );

  test('with an unknown field are fetched first, so that the change can be undone', async () => {
    const { sent } = startTasks();
    queryClient.clear();
    await run(changeRecord('tasks'), { slug, id: 'a', change: { title: 'A' } });
    await undoLast();
    expect(sent).toEqual(['PUT a {"title":"A"}', 'PUT a {"title":"a"}']);
  });

  test('a new one is shown as pending until it exists, and its undo moves it to the trash', async () => {
    const { sent } = startTasks();
    let made: string | undefined;
    const fields = { title: 'Nova', project_id: 'p' };
    const done = run(createRecord('tasks'), {
      slug,
      fields,
      done({ id }) {
        made = id;
      },
    });
    expect(pendingChanges.now()).toMatchObject([
      { record: expect.stringMatching(/^tasks\/\+/), fields },
    ]);
    await done;
    expect(made).toBe('new');
    expect(reports).toEqual([{ kind: 'created', of: 'tasks' }]);
    await undoLast();
    expect(sent.at(-1)).toBe('DELETE new');
    expect(reports.at(-1)).toEqual({ kind: 'undone' });
  });

  test('a removed one disappears at once, reappears if refused, and on undo', async () => {
    const { seen, refuse, sent } = startTasks();
    refuse({ status: 403, code: 'FORBIDDEN' });
    const refusing = run(removeRecord('tasks'), { slug, id: 'b' });
    expect(seen()).toEqual(['a', 'c']);
    expect(await refusing).toMatchObject({ code: 'FORBIDDEN' });
    expect(seen()).toEqual(['a', 'b', 'c']);
    refuse(undefined);
    await run(removeRecord('tasks'), { slug, id: 'b' });
    expect(seen()).toEqual(['a', 'c']);
    expect(reports).toEqual([{ kind: 'removed', of: 'tasks' }]);
    await undoLast();
    expect(sent.at(-1)).toBe('POST b/restore');
  });

  const move = () => {
    const others = [
      { id: 'b', position: 2 },
      { id: 'c', position: 3 },
    ];
    const to = listPositionAmong({ column: 'todo' }, others, 1);
    return { slug, id: 'a', to, from: listPositionAmong({ column: 'todo' }, others, 0) };
  };

  test('a moved one is shown at its place at once, and on undo between its former neighbours', async () => {
    const { seen, sent } = startTasks();
    const done = run(moveTask, move());
    expect(seen()).toEqual(['b', 'a', 'c']);
    await done;
    expect(seen()).toEqual(['b', 'a', 'c']);
    expect(reports).toEqual([{ kind: 'moved', of: 'tasks' }]);
    await undoLast();
    expect(seen()).toEqual(['a', 'b', 'c']);
    expect(sent).toEqual([
      'POST a/move {"column":"todo","before":"c","after":"b"}',
      'POST a/move {"column":"todo","before":"b"}',
    ]);
  });

  test('a refused move is reverted with its reason, to where others have put it meanwhile', async () => {
    const { seen, refuse, put } = startTasks();
    refuse({ status: 409, code: 'CONFLICT' });
    const done = run(moveTask, move());
    expect(seen()).toEqual(['b', 'a', 'c']);
    put('a', { column: 'done', position: 9 });
    applyRecordChanges(queryClient, slug, [
      { kind: 'tasks', verb: 'updated', id: 'a', record: { ...put('a', {}) }, previous: {} },
    ]);
    expect(await done).toMatchObject({ code: 'CONFLICT' });
    expect(seen()).toEqual(['b', 'c', 'a:done']);
  });

  test('undoing a move leaves the record where another user has put it since', async () => {
    const { sent, put } = startTasks();
    await run(moveTask, move());
    put('a', { column: 'done' });
    await undoLast();
    expect(sent).toHaveLength(1);
    expect(reports.at(-1)).toMatchObject({ kind: 'changed' });
  });

  test('undoing a move works although other users moved records around it, but not after it left its neighbours', async () => {
    const { sent, put } = startTasks();
    await run(moveTask, move());
    // Another drop moved all three apart.
    put('b', { position: 2.1 });
    put('a', { position: 2.9 });
    await undoLast();
    expect(sent.at(-1)).toBe('POST a/move {"column":"todo","before":"b"}');
    expect(reports.at(-1)).toEqual({ kind: 'undone' });
    await run(moveTask, move());
    put('a', { position: 17 });
    await undoLast();
    expect(sent).toHaveLength(3);
    expect(reports.at(-1)).toMatchObject({ kind: 'changed' });
  });

  test('a move next to a record that is being moved is sent after it, and shown at once', async () => {
    const { seen, sent } = startTasks();
    const answer = fetch;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (String(args[0]).includes('/a/move')) await held;
      return answer(...args);
    });
    const first = run(moveTask, move());
    const others = [
      { id: 'b', position: 2 },
      { id: 'a', position: 2.5 },
    ];
    const second = run(moveTask, {
      slug,
      id: 'c',
      to: listPositionAmong({ column: 'todo' }, others, 1),
      from: listPositionAmong({ column: 'todo' }, others, 2),
    });
    expect(seen()).toEqual(['b', 'c', 'a']);
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toEqual([]);
    release();
    expect(await Promise.all([first, second])).toEqual([undefined, undefined]);
    expect(sent).toEqual([
      'POST a/move {"column":"todo","before":"c","after":"b"}',
      'POST c/move {"column":"todo","before":"a","after":"b"}',
    ]);
  });

  test('an answer older than the live events changes nothing', async () => {
    const { seen, put } = startTasks();
    const answer = fetch;
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      const response = await answer(...args);
      const record = { ...put('a', { title: 'Depois' }) };
      applyRecordChanges(queryClient, slug, [
        { kind: 'tasks', verb: 'updated', id: 'a', record, previous: {} },
      ]);
      return response;
    });
    await run(changeRecord('tasks'), { slug, id: 'a', change: { title: 'Antes' } });
    expect(seen()).toEqual(['Depois', 'b', 'c']);
  });
});

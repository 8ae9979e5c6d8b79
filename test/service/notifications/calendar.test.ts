import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Calendar feed of a member, read by a program without a session and parsed by ical.js. */

const service = useService();
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let project: string;

beforeEach(async () => {
  team = await service.team('Aurora');
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'admin', { name: 'Bia' });
  project = (await bia.post('/projects', { name: `Site ${Math.random()}` })).data.id as string;
});

const newFeed = async (by = ana) => {
  const made = await by.post('/calendar-feed');
  expect(made.status, made.text).toBe(201);
  return new URL(made.data.url as string, 'https://x.example').pathname;
};
const fetchFeed = (url: string, headers = {}) => service.app.inject({ url, headers });
const newTask = async (values: object) => {
  const made = await bia.post('/tasks', {
    project_id: project,
    assignee_ids: [ana.userId],
    ...values,
  });
  expect(made.status, made.text).toBe(201);
  return made.data.id as string;
};

/** Entries of a feed by the beginning of their UID. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
}

test('it contains tasks, activities and campaigns with a date, and no more', async () => {
  const task = await newTask({ title: 'Entregar; site, "novo"\\ ação', due_date: '2026-12-31' });
  await newTask({ title: 'Sem prazo' });
  await newTask({ title: 'De outra pessoa', due_date: '2026-12-31', assignee_ids: [bia.userId] });
  const activity = await bia.post('/activities', {
    title: 'Reunião',
    type: 'meeting',
    occurred_at: '2027-01-04T13:00:00.000Z',
    duration_minutes: 45,
    assigned_to: ana.userId,
  });
  expect(activity.status, activity.text).toBe(201);
  const campaign = await ana.post('/campaigns', {
    name: 'Verão',
    project_id: project,
    start_date: '2026-12-20',
    end_date: '2027-02-10',
  });
  expect(campaign.status, campaign.text).toBe(201);
  const answer = await fetchFeed(await newFeed());
  expect(answer.statusCode, answer.payload).toBe(200);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const events = eventsIn(answer.payload);
  expect(
    events.map(({ uid, summary, startDate, endDate }) => [
      uid,
      summary,
      startDate.isDate,
      startDate.toString(),
      endDate.toString(),
    ]),
  ).toEqual([
    [`campaigns.${campaign.data.id}@pauta`, 'Verão', true, '2026-12-20', '2027-02-11'],
    [`tasks.${task}@pauta`, 'Entregar; site, "novo"\\ ação', true, '2026-12-31', '2027-01-01'],
    [
      `activities.${activity.data.id}@pauta`,
      'Reunião',
      false,
      '2027-01-04T13:00:00Z',
      '2027-01-04T13:45:00Z',
    ],
  ]);
});

test('lines are at most 75 bytes long, and names cannot add lines', async () => {
  const title = `Título ${'ção 🎉 '.repeat(20)}`.trim();
  await newTask({ title, due_date: '2026-12-31' });
  const { payload } = await fetchFeed(await newFeed());
  for (const line of payload.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(payload.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const [event] = eventsIn(payload);
  expect(event?.summary).toBe(title);
});

test('an unchanged calendar has the same ETag and is answered with 304; a change increases SEQUENCE', async () => {
  const task = await newTask({ title: 'Entregar', due_date: '2026-12-31' });
  const url = await newFeed();
  const first = await fetchFeed(url);
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  const second = await fetchFeed(url, { 'if-none-match': etag });
  expect(second.statusCode).toBe(304);
  expect(second.payload).toBe('');
  expect(second.headers.etag).toBe(etag);
  await service.sql(
    `update tasks set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour' where id = $1`,
    [task],
  );
  const [before] = eventsIn((await fetchFeed(url)).payload);
  const changed = await bia.put(`/tasks/${task}`, { due_date: '2027-01-02' });
  expect(changed.status, changed.text).toBe(200);
  const third = await fetchFeed(url, { 'if-none-match': etag });
  expect(third.statusCode).toBe(200);
  const [after] = eventsIn(third.payload);
  expect(after?.uid).toBe(before?.uid);
  expect(after?.sequence).toBeGreaterThan(Number(before?.sequence));
  expect(after?.startDate.toString()).toBe('2027-01-02');
});

describe('rights', () => {
  test('the address is stored as a hash, shown once, replaced and revoked', async () => {
    const url = await newFeed();
    const secret = url.slice('/calendar/'.length, -4);
    expect(Buffer.from(secret, 'base64url').length * 8 - 128).toBeGreaterThanOrEqual(128);
    const state = await ana.get('/calendar-feed');
    expect(state.data).toMatchObject({ is_on: true, has_holidays: false });
    expect(state.text).not.toContain(secret);
    const renewed = await newFeed();
    expect((await fetchFeed(url)).statusCode).toBe(410);
    expect((await fetchFeed(renewed)).statusCode).toBe(200);
    expect((await ana.delete('/calendar-feed')).data.is_on).toBe(false);
    expect((await fetchFeed(renewed)).statusCode).toBe(410);
  });

  test.each([
    ['suspended', () => bia.post(`/members/${ana.userId}/suspend`)],
    ['removed', () => bia.delete(`/members/${ana.userId}`)],
  ])('a member who is %s has no feed', async (_, end) => {
    const url = await newFeed();
    const ended = await end();
    expect(ended.status, ended.text).toBeLessThan(300);
    expect((await fetchFeed(url)).statusCode).toBe(410);
  });

  test('a wrong address says nothing', async () => {
    const url = await newFeed();
    const elsewhere = await service.team('Boreal');
    const bytes = Buffer.from(url.slice('/calendar/'.length, -4), 'base64url');
    const foreign = Buffer.concat([
      Buffer.from(elsewhere.id.replaceAll('-', ''), 'hex'),
      bytes.subarray(16),
    ]).toString('base64url');
    const answers = await Promise.all(
      [
        `/calendar/${foreign}.ics`,
        `${url.slice(0, -5)}.ics`,
        `/calendar/x.ics`,
        url.slice(0, -4),
        `/calendar/${'A'.repeat(10_000)}.ics`,
      ].map((each) => fetchFeed(each)),
    );
    for (const { statusCode } of answers) expect([404, 410, 414]).toContain(statusCode);
  });
});

test('holidays of the team are included if the member wants them, in their language', async () => {
  await service.sql('update teams set business_hours = $2 where id = $1', [
    team.id,
    JSON.stringify({
      weekly: [],
      national_holidays: true,
      holidays: [{ date: '2020-03-19', name: 'São José', yearly: true }],
    }),
  ]);
  const url = await newFeed();
  expect(eventsIn((await fetchFeed(url)).payload)).toEqual([]);
  await ana.put('/calendar-feed', { has_holidays: true });
  const names = eventsIn((await fetchFeed(url)).payload).map(({ summary }) => summary);
  expect(names).toContain('Natal');
  expect(names).toContain('São José');
  await service.sql(`update people set locale = 'en' where id = $1`, [ana.personId]);
  expect(eventsIn((await fetchFeed(url)).payload).map(({ summary }) => summary)).toContain(
    'Christmas Day',
  );
});

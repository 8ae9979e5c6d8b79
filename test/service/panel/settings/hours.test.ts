import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Business hours of a team and of its inboxes. */
const service = useService();
let team: TestTeam;
let admin: TestPerson;
let member: TestPerson;
let foreigner: TestPerson;
let inbox: string;
beforeAll(async () => {
  team = await service.team('Aurora');
  admin = await makePerson(service, team, 'admin');
  member = await makePerson(service, team, 'member');
  foreigner = await makePerson(service, await service.team('Outra'), 'owner');
  const made = await admin.post('/inboxes', {
    name: 'Atendimento',
    type: 'session',
    gateway: 'sandbox',
  });
  inbox = made.data.id as string;
});

const never = { weekly: [], national_holidays: false, holidays: [] };
const always = {
  weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })),
  national_holidays: false,
  holidays: [],
};
const office = {
  weekly: [
    { weekday: 1, from: '09:00', to: '12:00' },
    { weekday: 1, from: '13:30', to: '18:00' },
  ],
  national_holidays: true,
  holidays: [{ date: '2026-06-24', name: 'São João', yearly: true }],
};
const audited = (name: string) =>
  service.sql(
    `select before::text, after::text from audit_entries where team_id = $1 and operation = $2 order by id`,
    [team.id, name],
  );
const settings = (of: string) => `/inboxes/${of}/settings`;

describe('hours of the team', () => {
  test('are read by members, and set and removed by admins, with an audit entry', async () => {
    const before = await member.get('/business-hours');
    expect(before.data).toEqual({
      hours: null,
      time_zone: 'America/Sao_Paulo',
      is_open: true,
      changes_at: null,
      coming_holidays: [],
      closed_days: [],
    });
    expect((await member.put('/business-hours', { hours: office })).error.code).toBe('FORBIDDEN');
    const set = await admin.put('/business-hours', {
      hours: { ...office, holidays: [{ date: '2026-06-24', name: ' São João ', yearly: true }] },
    });
    expect(set.status, set.text).toBe(200);
    expect(set.data.hours).toEqual(office);
    expect(set.data.changes_at).toMatch(/Z$/);
    const days = set.data.coming_holidays as Json[];
    expect(days.length).toBeGreaterThanOrEqual(13);
    expect(days).toContainEqual({
      date: expect.stringMatching(/-06-24$/),
      national: null,
      name: 'São João',
    });
    expect(days).toContainEqual({
      date: expect.stringMatching(/-12-25$/),
      national: 'christmas',
      name: null,
    });
    // For calendars: three occurrences of a day of every year, or four.
    const closed = (await member.get('/business-hours')).data.closed_days as Json[];
    expect(closed.length).toBeGreaterThanOrEqual(3 * 13);
    const christmas = closed.filter(({ national }) => national === 'christmas');
    expect(christmas.length).toBeGreaterThanOrEqual(3);
    expect(closed.map(({ date }) => date)).toEqual(closed.map(({ date }) => date).toSorted());
    expect(closed.some(({ name }) => name === 'São João')).toBe(true);
    expect((await member.get('/business-hours')).data.hours).toEqual(office);
    expect((await admin.put('/business-hours', {})).data.hours).toEqual(office);
    expect((await admin.put('/business-hours', { hours: null })).data).toEqual(before.data);
    const entries = await audited('business_hours.set');
    expect(entries.map(({ after }) => JSON.parse(after as string))).toEqual([
      { business_hours: office },
      { business_hours: null },
    ]);
    expect((await foreigner.get('/business-hours')).data.hours).toBeNull();
  });

  test.each([
    ['an unknown time', { ...office, weekly: [{ weekday: 1, from: '9:00', to: '12:00' }] }],
    [
      'a day that does not exist',
      { ...office, weekly: [{ weekday: 7, from: '09:00', to: '12:00' }] },
    ],
    ['a block without length', { ...office, weekly: [{ weekday: 1, from: '09:00', to: '09:00' }] }],
    [
      'blocks that overlap',
      {
        ...office,
        weekly: [
          { weekday: 1, from: '12:00', to: '18:00' },
          { weekday: 1, from: '09:00', to: '12:01' },
        ],
      },
    ],
    [
      'seven blocks on a day',
      {
        ...office,
        weekly: [1, 2, 3, 4, 5, 6, 7].map((hour) => ({
          weekday: 1,
          from: `0${hour}:00`,
          to: `0${hour}:30`,
        })),
      },
    ],
    [
      'a date twice',
      { ...office, holidays: [...office.holidays, { ...office.holidays[0], name: 'Festa' }] },
    ],
    ['a nameless day', { ...office, holidays: [{ date: '2026-06-24', name: ' ', yearly: true }] }],
    ['an unknown field', { ...office, zone: 'UTC' }],
    ['a missing field', { weekly: [] }],
  ])('refuse %s', async (_, hours) => {
    const answer = await admin.put('/business-hours', { hours });
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('hours'),
    });
    expect((await admin.get('/business-hours')).data.hours).toBeNull();
  });
});

describe('hours of an inbox', () => {
  test('are those of the team until it has different ones', async () => {
    await admin.put('/business-hours', { hours: never });
    const following = await member.get(settings(inbox));
    expect(following.data).toMatchObject({
      id: inbox,
      business_hours: null,
      team_hours: never,
      is_open: false,
      changes_at: null,
    });
    expect((await member.put(settings(inbox), { business_hours: always })).error.code).toBe(
      'FORBIDDEN',
    );
    const changed = await admin.put(settings(inbox), { business_hours: always });
    expect(changed.data).toMatchObject({
      business_hours: always,
      team_hours: never,
      is_open: true,
    });
    expect((await admin.put(settings(inbox), {})).data).toEqual(changed.data);
    const back = await admin.put(settings(inbox), { business_hours: null });
    expect(back.data).toEqual(following.data);
    const entries = await audited('inboxes.update_settings');
    expect(
      entries.map(({ before, after }) => [before, after].map((text) => JSON.parse(text as string))),
    ).toEqual([
      [{ business_hours: null }, { business_hours: always }],
      [{ business_hours: always }, { business_hours: null }],
    ]);
  });

  test('of another team are not reached', async () => {
    for (const answer of [
      await foreigner.get(settings(inbox)),
      await foreigner.put(settings(inbox), { business_hours: always }),
    ])
      expect(answer.status).toBe(404);
    expect((await admin.get(settings(inbox))).data.business_hours).toBeNull();
  });
});

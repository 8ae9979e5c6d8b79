import { expect, test } from 'vitest';
import { repeats, ruleOf, viewOf } from '#panel/records/projects/recurrences/model.ts';
import { parseRule } from '#server/platform/recurrence-rule.ts';

test('the form reads the rules that it writes, and the service accepts them', () => {
  for (const repeat of repeats)
    for (const startsOn of ['2026-11-30', '2028-02-29', '2026-12-31'])
      for (const monthDay of [1, 28, 29, 31]) {
        const rule = ruleOf({ repeat, weekdays: [5, 1], monthDay }, startsOn);
        expect(parseRule(rule), rule).toBeDefined();
        const view = viewOf(rule, repeat === 'last_working' ? 'before' : 'none', startsOn);
        expect(view.repeat, rule).toBe(repeat);
        if (repeat === 'monthly') expect(view.monthDay).toBe(monthDay);
        if (repeat === 'weekly') expect(view.weekdays).toEqual([1, 5]);
      }
});

test.each([
  ['FREQ=MONTHLY;BYDAY=1MO', 'none'],
  ['FREQ=DAILY;INTERVAL=3', 'none'],
  ['FREQ=WEEKLY;BYDAY=MO;COUNT=3', 'none'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'after'],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=10', 'none'],
] as const)('%s with shift %s is a custom rule', (rule, shift) => {
  expect(viewOf(rule, shift, '2026-12-01').repeat).toBe('custom');
});

import type { ThreadWords } from '#panel/words/thread/use.ts';

/* Formats times and days of a thread. Formatters are created once, as hundreds of messages use them. */

export function timesIn(locale: string, timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  return (moment) => format.format(new Date(moment));
}

/** 'sex., 27 de nov., 15:00' */
export function momentsIn(locale: string, timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (moment) => format.format(new Date(moment));
}

const dayBefore = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
};

/** 'Hoje', 'Ontem', 'sexta-feira, 20 de novembro', with the year if it is not the current one. */
export function dayNames(
  locale: string,
  today: string,
  { today: now, yesterday }: Pick<ThreadWords, 'today' | 'yesterday'>,
): (day: string) => string {
  const shape = { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' } as const;
  const near = new Intl.DateTimeFormat(locale, shape);
  const far = new Intl.DateTimeFormat(locale, { ...shape, weekday: 'short', year: 'numeric' });
  const before = dayBefore(today);
  return (day) => {
    if (day === today) return now;
    if (day === before) return yesterday;
    const isNear = day.slice(0, 4) === today.slice(0, 4);
    return (isNear ? near : far).format(new Date(`${day}T00:00:00Z`));
  };
}

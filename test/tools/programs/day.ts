/*
 * What every program does with its client: four ordinary creates, all pages of a list, something that is refused, an event.
 */

const read = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

export const baseUrl = read('PAUTA_URL');
export const apiKey = read('PAUTA_API_KEY');
/** Of no record. */
export const nobody = '01890000-0000-7000-8000-000000000000';

export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** What a client found out. */
export interface Day {
  /** The titles on all pages of one deal each, in order. */
  readonly titles: readonly string[];
  readonly pages: number;
  /** What a deal that does not exist is answered with. */
  readonly status: number;
  readonly code: string;
  /** The deal of the first `deal.created`, by the event's own type. */
  readonly created: { readonly title: string; readonly value: number | null };
}

export const titles = ['Site da padaria', 'Campanha de inverno', 'Identidade visual'] as const;

/** Says what was done. @throws Error when it is not what was sent */
export function report({ titles: found, pages, status, code, created }: Day): void {
  must(found.join() === titles.join(), `the pages hold ${found.join()}`);
  must(pages === titles.length, `${pages} pages of one deal each`);
  must(status === 404 && code === 'NOT_FOUND', `a missing deal is ${status} ${code}`);
  must(created.title === titles[0] && created.value === 12_500.5, JSON.stringify(created));
  console.log(`4 creates, ${pages} pages, ${status} ${code}, deal.created typed`);
}

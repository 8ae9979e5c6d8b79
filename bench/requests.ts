import type { Request } from 'autocannon';
import { project, type Setup } from './fixture.ts';

/* Requests that the benchmarks send. */

export const projects = '/api/v1/projects';
export const lists = {
  'list 20': projects,
  filtered: `${projects}?status=active&priority=high&sort=due_date`,
  search: `${projects}?search=projeto%2077`,
};

const first = 55_119_0000_0000;

/** The operations, each with the requests that a connection cycles through. */
export function operations({ ids }: Pick<Setup, 'ids'>): Record<string, Request[]> {
  let made = 0;
  const text = 'Lançamento: site, identidade visual, três filmes curtos e as redes sociais.';
  const creating = (path: string, body: (n: number) => Record<string, unknown>): Request[] => [
    {
      method: 'POST',
      path: `/api/v1${path}`,
      setupRequest: (request) => ({ ...request, body: JSON.stringify(body(++made)) }),
    },
  ];
  // A different record each time: connections changing the same one would wait for each other.
  const update = (request: Request): Request => ({
    ...request,
    path: `${projects}/${ids[++made % ids.length]}`,
    body: JSON.stringify({ description: `Lançamento, versão ${made}: site e identidade visual.` }),
  });
  return {
    'get one': ids.slice(0, 50).map((id) => ({ path: `${projects}/${id}` })),
    ...Object.fromEntries(Object.entries(lists).map(([name, path]) => [name, [{ path }]])),
    // One statement, whatever the limit.
    'any limit': Array.from({ length: 100 }, (_, i) => ({ path: `${projects}?limit=${i + 1}` })),
    'create a contact': creating('/msgapp/contacts', (n) => ({
      phone: String(first + n),
      custom_name: `Maria da Silva ${n}`,
      tags: ['vip'],
    })),
    // In many projects, because tasks created in one column take turns.
    'create a task': creating('/tasks', (n) => ({
      title: `Rever o texto da página ${n}`,
      description: text,
      priority: 'high',
      project_id: ids[n % ids.length],
    })),
    'create in one column': creating('/tasks', (n) => ({
      title: `Rever o texto da página ${n}`,
      description: text,
      priority: 'high',
      project_id: ids[0],
    })),
    'create a deal': creating('/deals', (n) => ({
      title: `Site novo ${n}`,
      description: text,
      value: 12_000,
      source: 'indicação',
    })),
    'create a project': creating('/projects', (n) => project(`bench-${n}`)),
    update: [{ method: 'PUT', path: projects, setupRequest: update }],
  };
}

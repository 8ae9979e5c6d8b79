import { project } from './fixture.ts';

/** Phone number of a contact that exists. */
export const existingPhone = '5521900000001';
const seeded = 300;

/** Creates the records that requests are about, as a client does. @returns ids of projects */
export async function fillByApi(address: string, key: string): Promise<string[]> {
  const make = async (path: string, body: object) => {
    const answer = await fetch(`${address}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path} answered ${await answer.text()}`);
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const client = await make('/clients', { type: 'PJ', name: 'Padaria São João' });
  await make('/msgapp/contacts', { phone: existingPhone });
  const ids: string[] = [];
  while (ids.length < seeded)
    ids.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          make('/projects', project(`Projeto ${ids.length + i + 1}`, client)),
        ),
      )),
    );
  return ids;
}

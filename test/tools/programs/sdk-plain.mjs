import { NotFoundError, Pauta } from 'pauta';
import { unwrap, WebhookError } from 'pauta/webhooks';

const pauta = new Pauta({ baseUrl: process.env.PAUTA_URL, apiKey: process.env.PAUTA_API_KEY });
const { data, requestId } = await pauta.contacts.create({ phone: '5511987654321' }).withResponse();
if (!requestId || data.phone !== '5511987654321') throw new Error(JSON.stringify(data));
const all = await pauta.contacts.list().toArray({ max: 5 });
await pauta.contacts.delete(data.id);
const gone = await pauta.contacts.get(data.id).catch((error) => error);
if (!(gone instanceof NotFoundError) || all[0]?.id !== data.id) throw gone;
const forged = { headers: { 'webhook-signature': 'v1,AAAA' }, body: '{}' };
const refused = await unwrap(forged, 'whsec_AAAA').catch((error) => error);
if (!(refused instanceof WebhookError)) throw refused;
console.log('plain JavaScript');

import type { Message } from '#panel/api/types.ts';

/* Type-specific details of messages, as received from gateways: any field may be missing or of another type. */

type Details = Message['details'];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const numberIn = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

interface SentLocation {
  readonly name: string;
  readonly address: string;
  readonly isLive: boolean;
  /** Latitude and longitude; undefined if invalid or missing. */
  readonly at: readonly [number, number] | undefined;
}

export function locationIn({ name, address, is_live, latitude, longitude }: Details): SentLocation {
  const [north, east] = [numberIn(latitude), numberIn(longitude)];
  const isOnEarth =
    north !== undefined && east !== undefined && Math.abs(north) <= 90 && Math.abs(east) <= 180;
  return {
    name: textIn(name),
    address: textIn(address),
    isLive: is_live === true,
    at: isOnEarth ? [north, east] : undefined,
  };
}

/** Link to a map. No request is made before the user follows it. */
export const mapLink = ([north, east]: readonly [number, number]) =>
  `https://www.google.com/maps/search/?api=1&query=${north},${east}`;

interface SentContact {
  readonly name: string;
  readonly phones: readonly string[];
}

export const contactsIn = ({ contacts }: Details): readonly SentContact[] =>
  listIn(contacts)
    .filter(isObject)
    .map(({ name, phones }) => ({
      name: textIn(name) || '?',
      phones: listIn(phones)
        .map(textIn)
        .filter((phone) => phone !== ''),
    }));

export const optionsIn = ({ options, is_multiple }: Details) => ({
  options: listIn(options)
    .map((option) => textIn(option) || (isObject(option) ? textIn(option.name) : ''))
    .filter((option) => option !== ''),
  isMultiple: is_multiple === true,
});

interface OrderItem {
  readonly product: string | undefined;
  readonly quantity: number | undefined;
  readonly price: number | undefined;
  /** Undefined unless it is a currency code. */
  readonly currency: string | undefined;
}

const currencyIn = (value: unknown) =>
  /^[A-Z]{3}$/.test(textIn(value)) ? textIn(value) : undefined;

interface Order {
  readonly count: number;
  /** Items listed by the gateway. */
  readonly items: readonly OrderItem[];
  readonly total: number | undefined;
  readonly currency: string | undefined;
}

/** Some gateways list the ordered items, others only their number. */
export function orderIn({ items, total, currency }: Details): Order {
  const named = listIn(items)
    .filter(isObject)
    .map((item) => ({
      product: textIn(item.product) || undefined,
      quantity: numberIn(item.quantity),
      price: numberIn(item.price),
      currency: currencyIn(item.currency),
    }));
  return {
    count: numberIn(items) ?? named.length,
    items: named,
    total: numberIn(total),
    currency: currencyIn(currency),
  };
}

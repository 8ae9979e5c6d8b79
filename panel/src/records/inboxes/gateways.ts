import type { Gateway } from './queries.ts';

/* Configuration fields of each gateway, in form order. */

export interface GatewayField {
  readonly name: string;
  /** `setup` values are used once and never stored. */
  readonly place: 'config' | 'setup';
  readonly kind: 'text' | 'secret' | 'digits' | 'play';
  readonly isRequired?: true;
  /** Shown under "more", because few need it. */
  readonly isSeldom?: true;
}

const field = (
  name: string,
  place: GatewayField['place'],
  kind: GatewayField['kind'],
  ...is: readonly ('required' | 'seldom')[]
): GatewayField => ({
  name,
  place,
  kind,
  ...(is.includes('required') && { isRequired: true }),
  ...(is.includes('seldom') && { isSeldom: true }),
});

export const gatewayFields: Readonly<Record<Gateway, readonly GatewayField[]>> = {
  evolution: [
    field('url', 'config', 'text', 'required'),
    field('instance', 'config', 'text', 'required'),
    field('global_key', 'setup', 'secret'),
    field('api_key', 'config', 'secret', 'seldom'),
  ],
  waha: [
    field('url', 'config', 'text', 'required'),
    field('session', 'config', 'text', 'required'),
    field('api_key', 'config', 'secret', 'required'),
  ],
  cloud: [
    field('phone_number_id', 'config', 'digits', 'required'),
    field('business_account_id', 'setup', 'digits', 'required'),
    field('access_token', 'config', 'secret', 'required'),
    field('app_secret', 'config', 'secret', 'required'),
    field('pin', 'setup', 'digits'),
    field('version', 'config', 'text', 'seldom'),
    field('url', 'config', 'text', 'seldom'),
  ],
  sandbox: [field('play', 'setup', 'play', 'seldom')],
};

const gateways = ['evolution', 'waha', 'cloud', 'sandbox'] as const satisfies Gateway[];
export const isGateway = (text: string | undefined): text is Gateway =>
  gateways.some((each) => each === text);

/** Form values grouped by place; empty ones are left out. */
export function groupedValues(gateway: Gateway, value: (name: string) => string) {
  const config: Record<string, string> = {};
  const setup: Record<string, string> = {};
  for (const { name, place } of gatewayFields[gateway]) {
    const text = value(name).trim();
    if (text !== '') (place === 'config' ? config : setup)[name] = text;
  }
  return { config, setup };
}

/** True if the gateway can be checked already: a URL is given, or for the official API a phone number id and a token. */
export const isCheckable = (
  gateway: Gateway,
  { config }: ReturnType<typeof groupedValues>,
): boolean => {
  if (gateway === 'cloud') return 'phone_number_id' in config && 'access_token' in config;
  return gateway !== 'sandbox' && /^https?:\/\/[^/]+/.test(config.url ?? '');
};

/** Converts a Brazilian number to the network's format: `(11) 98765-4321` → `5511987654321`. */
export function networkPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  const isForeign = typed.trim().startsWith('+') || digits.length > 11;
  return isForeign || digits.length < 10 ? digits : `55${digits}`;
}

/** 75 → '1:15' */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

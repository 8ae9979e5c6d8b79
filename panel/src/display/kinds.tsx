import type { ComponentType } from 'react';
import type { Kind } from '../route/record-paths.ts';
import {
  Activities,
  Campaigns,
  Chat,
  Clients,
  Contacts,
  Deals,
  Projects,
  Tasks,
} from '../ui/icons.tsx';

/** Appearance of a kind of record in menus. */
interface KindEntry {
  readonly Icon: ComponentType;
  /** The letter after `g` that opens its list. */
  readonly key: string;
  /** True for the places in the bar of a phone, four at most with the day. */
  readonly isDaily?: boolean;
}

/** Kinds of records, in menu order. The screens of a kind are `records/<kind>/Screen.tsx`, its list, and `Record.tsx`. */
export const kindEntries: Readonly<Record<Kind, KindEntry>> = {
  conversations: { Icon: Chat, key: 'c', isDaily: true },
  tasks: { Icon: Tasks, key: 't', isDaily: true },
  projects: { Icon: Projects, key: 'p' },
  deals: { Icon: Deals, key: 'n', isDaily: true },
  clients: { Icon: Clients, key: 'k' },
  contacts: { Icon: Contacts, key: 'o' },
  campaigns: { Icon: Campaigns, key: 'm' },
  activities: { Icon: Activities, key: 'a' },
};

/** All kinds, in menu order. */
export const kinds = Object.keys(kindEntries) as readonly Kind[];

export function KindIcon({ kind }: { readonly kind: Kind }) {
  const { Icon } = kindEntries[kind];
  return <Icon />;
}

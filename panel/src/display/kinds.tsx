import type { ComponentType } from 'react';
import type { Kind } from '../route/record-paths.ts';
import {
  Activities,
  Campaigns,
  Chat,
  Clients,
  Contacts,
  Contracts,
  Deals,
  Projects,
  Tasks,
} from '../ui/icons.tsx';

/** Appearance of a kind of record in menus. */
interface KindEntry {
  readonly Icon: ComponentType;
  /** The letter after `g` that opens its list. */
  readonly key: string;
  /** Part of the menu. */
  readonly group: 'work' | 'sales';
  /** True for the places in the bar of a phone, four at most with the day. */
  readonly isDaily?: boolean;
}

/** Kinds of records, in menu order. The screens of a kind are `records/<kind>/Screen.tsx`, its list, and `Record.tsx`. */
export const kindEntries: Readonly<Record<Kind, KindEntry>> = {
  conversations: { Icon: Chat, key: 'c', group: 'work', isDaily: true },
  tasks: { Icon: Tasks, key: 't', group: 'work', isDaily: true },
  projects: { Icon: Projects, key: 'p', group: 'work' },
  campaigns: { Icon: Campaigns, key: 'm', group: 'work' },
  deals: { Icon: Deals, key: 'n', group: 'sales', isDaily: true },
  contracts: { Icon: Contracts, key: 'r', group: 'sales' },
  clients: { Icon: Clients, key: 'k', group: 'sales' },
  contacts: { Icon: Contacts, key: 'o', group: 'sales' },
  activities: { Icon: Activities, key: 'a', group: 'sales' },
};

/** All kinds, in menu order. */
export const kinds = Object.keys(kindEntries) as readonly Kind[];

export function KindIcon({ kind }: { readonly kind: Kind }) {
  const { Icon } = kindEntries[kind];
  return <Icon />;
}

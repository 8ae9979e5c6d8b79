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

const icons: Readonly<Record<Kind, ComponentType>> = {
  conversations: Chat,
  projects: Projects,
  tasks: Tasks,
  deals: Deals,
  clients: Clients,
  contacts: Contacts,
  campaigns: Campaigns,
  activities: Activities,
};

export function KindIcon({ kind }: { readonly kind: Kind }) {
  const Icon = icons[kind];
  return <Icon />;
}

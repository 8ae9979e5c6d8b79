import type { ReactNode } from 'react';
import type { Activity } from '#panel/api/types.ts';
import { Activities, Bell, Check, Info, Mail, People, Phone, Repeat } from '#panel/ui/icons.tsx';

type Type = Activity['type'];

const icons: Readonly<Record<Type, (props: { readonly size?: number }) => ReactNode>> = {
  call: Phone,
  meeting: People,
  email: Mail,
  note: Info,
  task: Check,
  follow_up: Repeat,
  deadline: Bell,
  hearing: People,
  case_event: Activities,
  contract_event: Activities,
};

/** Icon of an activity type, shown next to its label. */
export function ActivityIcon({ type }: { readonly type: string }) {
  const Icon = icons[type as Type] ?? Activities;
  return <Icon size={14} />;
}

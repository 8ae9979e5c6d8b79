import type { ComponentType } from 'react';
import { Campaigns, Chat, Clock, Contracts, Deals, icon, Tasks } from '#panel/ui/icons.tsx';
import type { ReportName } from './model.ts';

const Funnel = icon(<path d="M2 3h12l-4.5 6v4.5l-3-1.5V9z" />);
const Forecast = icon(<path d="M2 12.5 6 8l3 2.5L14 4m0 0h-3.5M14 4v3.5" />);
const Profit = icon(
  <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm1.8-7.8c-.4-.8-1-1-1.8-1-1 0-1.8.5-1.8 1.4 0 2 3.7.9 3.7 2.9 0 .9-.8 1.4-1.9 1.4-.9 0-1.6-.3-1.9-1.1M8 4.2v7.6" />,
);

const icons: Readonly<Record<ReportName, ComponentType>> = {
  funnel: Funnel,
  won_lost: Deals,
  forecast: Forecast,
  answers: Chat,
  tasks: Tasks,
  hours: Clock,
  approvals: Campaigns,
  retainers: Contracts,
  profit: Profit,
};

export function ReportIcon({ of }: { readonly of: ReportName }) {
  const Icon = icons[of];
  return <Icon />;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { unreadQuery } from '../data/notifications.ts';
import { lazyWithWords } from '../display/lazy.tsx';
import { Bell } from '../ui/icons.tsx';
import { useWords } from '../words/translations.ts';
import { useCurrentOrLastTeam } from './navigation.tsx';
import { SidebarLabel, sidebarEntryClass } from './sidebar-entry.tsx';

const NotificationList = lazyWithWords(() => import('./NotificationList.tsx'), 'nothing');

/** Delay that leaves the network to the first screen. */
const countAfterMs = 800;

/** Bell with the number of unread notifications, which opens the list. */
export function Notifications() {
  const { app } = useWords();
  const team = useCurrentOrLastTeam();
  const [isOpen, setOpen] = useState(false);
  const [isLate, setLate] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), countAfterMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // The worker of web push, if this browser has it.
    if (isLate) navigator.serviceWorker?.controller?.postMessage('renew');
  }, [isLate]);
  useEffect(() => {
    if (!isOpen) return;
    const away = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [isOpen]);
  const slug = team?.slug ?? '';
  const { data } = useQuery({ ...unreadQuery(slug), enabled: isLate && slug !== '' });
  const unread = (data?.unread ?? 0) + Number(data?.is_mail_bounced ?? false);
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen && team !== undefined}
        onClick={() => setOpen(!isOpen)}
        className={`${sidebarEntryClass} md:w-full`}
      >
        <Bell />
        <SidebarLabel isOnPhone={false}>{app.notifications}</SidebarLabel>
        {unread > 0 ? (
          <span className="ml-auto min-w-5 rounded-full bg-accent px-1 text-center font-semibold text-meta text-on-accent">
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </button>
      {isOpen && team ? (
        <NotificationList
          team={team}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

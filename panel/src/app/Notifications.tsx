import { useState } from 'react';
import { Bell } from '../ui/icons.tsx';
import { useWords } from '../words/t.ts';
import { SideLabel, sideEntry } from './side-entry.tsx';

/** Their place: there are none yet. */
export function Notifications() {
  const { app } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onBlur={() => setOpen(false)}
        className={`${sideEntry} md:w-full`}
      >
        <Bell />
        <SideLabel isOnPhone={false}>{app.notifications}</SideLabel>
      </button>
      {isOpen ? (
        <p
          role="status"
          className="appear absolute top-full right-0 z-20 mt-1 w-64 rounded-card border border-border bg-raised p-4 text-muted shadow-float md:top-auto md:bottom-full md:left-0 md:mb-1"
        >
          {app.noNotifications}
        </p>
      ) : null}
    </div>
  );
}

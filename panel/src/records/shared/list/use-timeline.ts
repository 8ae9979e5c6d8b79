import { useToday } from '#panel/data/use-today.ts';
import { useParam } from '#panel/route/router.tsx';
import { isDay, monthOf } from '#panel/ui/calendar/days.ts';
import { timelineDays, type Zoom } from '#panel/ui/timeline/model.ts';
import { useCalendarWords } from '#panel/words/calendar/use.ts';
import { useLocale } from '#panel/words/translations.ts';

/**
 * Period of a timeline, kept in the address: `?at=2026-11-23&zoom=quarter`.
 * @returns the common props of the panel's timelines, and the days shown
 */
export function useTimeline() {
  const today = useToday();
  const locale = useLocale();
  const [dayInAddress, setAt] = useParam('at');
  const [zoomInAddress, setZoom] = useParam('zoom');
  const at = isDay(dayInAddress) ? dayInAddress : today;
  const zoom: Zoom = zoomInAddress === 'quarter' ? 'quarter' : 'month';
  const timeline = {
    words: useCalendarWords(),
    locale,
    today,
    at,
    zoom,
    onGo: (at: string, zoom: Zoom) => {
      setAt(monthOf(at) === monthOf(today) ? undefined : at);
      setZoom(zoom === 'quarter' ? zoom : undefined);
    },
  };
  return { shown: timeline, days: timelineDays(at, zoom, locale) };
}

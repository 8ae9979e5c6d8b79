import { useToday } from '#panel/data/use-today.ts';
import { useParam } from '#panel/route/router.tsx';
import { isDay } from '#panel/ui/calendar/days.ts';
import { isSamePeriod, timelineDays, type Zoom, zooms } from '#panel/ui/timeline/model.ts';
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
  const zoom: Zoom = zooms.find((each) => each === zoomInAddress) ?? 'month';
  const timeline = {
    words: useCalendarWords(),
    locale,
    today,
    at,
    zoom,
    onGo: (at: string, zoom: Zoom) => {
      setAt(isSamePeriod(at, today, zoom, locale) ? undefined : at);
      setZoom(zoom === 'month' ? undefined : zoom);
    },
  };
  return { shown: timeline, days: timelineDays(at, zoom, locale) };
}

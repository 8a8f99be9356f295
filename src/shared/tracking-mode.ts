/** How opens and clicks are recorded, the strictest last: with the person, as figures only, or not at all. */
export const TRACKING_MODES = ['full', 'anonymous', 'off'] as const;

export type TrackingMode = (typeof TRACKING_MODES)[number];

/** Null for a text that is none. */
export const trackingOf = (text: string): TrackingMode | null => TRACKING_MODES.find((mode) => mode === text.trim().toLowerCase()) ?? null;

/** The words for a text that names none, to follow the name of a field. */
export const NOT_A_TRACKING_MODE = 'must be full, anonymous or off';

/** Null stands for no wish. */
export const strictest = (...modes: (TrackingMode | null | undefined)[]): TrackingMode =>
  TRACKING_MODES.findLast((mode) => modes.includes(mode)) ?? 'full';

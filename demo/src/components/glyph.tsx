import type { JSXOutput } from '@builder.io/qwik'

const shapes = {
  key: 'M12.5 16.25a4.75 4.75 0 1 1-9.5 0 4.75 4.75 0 0 1 9.5 0Zm-1.25-3.5 9-9M16.5 7.5l3 3m-5.75-.25 2 2',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11Zm5.5 3.5v2.5',
  form: 'M5.5 4h13A1.5 1.5 0 0 1 20 5.5v13a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-13A1.5 1.5 0 0 1 5.5 4ZM8 9h8M8 12.5h8M8 16h4',
  envelope:
    'M5.5 5h13A2.5 2.5 0 0 1 21 7.5v9a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16.5v-9A2.5 2.5 0 0 1 5.5 5ZM4 7.5l8 6 8-6',
  boat: 'M3 14.5h18l-1.6 3.2a2.4 2.4 0 0 1-2.1 1.3H6.7a2.4 2.4 0 0 1-2.1-1.3L3 14.5ZM12 14.5V4l6.5 7.5H12',
  door: 'M13 4H7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h6m-3-8h10m-3.5-3.5L20 12l-3.5 3.5',
} as const

interface GlyphProps {
  readonly shape: keyof typeof shapes
}

/** A picture in the colour of the text around it; hidden from assistive technology. */
export const Glyph = ({ shape }: GlyphProps): JSXOutput => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={shapes[shape]} />
  </svg>
)

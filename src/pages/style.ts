import type { Theme } from '../model/options.js'
import { acceptColor, chooseInk, type CssColor } from './accept-color.js'

/** The colours of a scheme. Every pair that carries text reaches 4.5:1, every edge of a field 3:1. */
export const palettes = {
  light: {
    page: '#f4f5f7',
    card: '#ffffff',
    line: '#e2e5ea',
    text: '#16191f',
    muted: '#565e6c',
    field: '#ffffff',
    'field-line': '#858d9b',
    'button-line': '#ccd1d9',
    hover: '#f4f5f7',
    focus: '#1d5fd6',
    alert: '#fdf1f0',
    'alert-line': '#f0c4c0',
    'alert-text': '#8a1c14',
    paint: '#1b1f27',
    ink: '#ffffff',
    shadow: '#1b1f2714',
  },
  dark: {
    page: '#0e1014',
    card: '#171a20',
    line: '#2b303a',
    text: '#eef0f4',
    muted: '#a4acba',
    field: '#0e1014',
    'field-line': '#6d7584',
    'button-line': '#434a57',
    hover: '#20242c',
    focus: '#8ab4ff',
    alert: '#361a1a',
    'alert-line': '#6b302e',
    'alert-text': '#ffc9c4',
    paint: '#eef0f4',
    ink: '#16191f',
    shadow: '#00000052',
  },
} as const

/**
 * Writes the stylesheet of a page: the colours of its scheme, the common rules, the theme's own colours.
 * `buttonText` counts only beside a `brandColor`: alone it could not be legible in both schemes.
 */
export function writeStylesheet(theme: Theme): string {
  const paint = acceptColor(theme.brandColor)
  return [
    writeScheme(theme.colorScheme),
    rules,
    paint && writePaint('.brand', paint, acceptColor(theme.buttonText)),
  ]
    .filter(Boolean)
    .join('\n')
}

/**
 * Writes the rule that paints what matches a selector, with `ink` for the text upon it.
 * Without an ink, a legible one is computed: here for a hex colour, otherwise by the browser.
 */
export function writePaint(selector: string, paint: CssColor, ink?: CssColor): string {
  const known = ink ?? chooseInk(paint)
  if (known) return `${selector} { --paint: ${paint}; --ink: ${known} }`
  return `${selector} { --paint: ${paint}; --ink: #fff }
@supports (color: lch(from red l c h)) {
  ${selector} { --ink: ${inkByLightness} }
}`
}

// White reaches 4.5:1 up to L* 49.8. The alpha counts because paint is laid on white.
const inkByLightness =
  'lch(from var(--paint) calc((49.8 - l * alpha - 100 * (1 - alpha)) * infinity) 0 0 / 1)'

function writeScheme(scheme: Theme['colorScheme']): string {
  if (scheme === 'dark') return writeColors('dark', 'dark')
  if (scheme === 'light') return writeColors('light', 'light')
  return `${writeColors('light', 'light dark')}
@media (prefers-color-scheme: dark) { ${writeColors('dark', 'light dark')} }`
}

function writeColors(palette: keyof typeof palettes, colorScheme: string): string {
  const colors = Object.entries(palettes[palette]).map(([name, color]) => `--${name}: ${color};`)
  return `:root { color-scheme: ${colorScheme}; ${colors.join(' ')} }`
}

const rules = `
*, ::before, ::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body {
  min-height: 100vh; min-height: 100dvh; margin: 0; padding: 1.5rem 1rem;
  display: flex; flex-direction: column;
  background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  -webkit-font-smoothing: antialiased;
  overflow-wrap: anywhere;
}
main {
  width: 100%; max-width: 26rem; margin: auto; padding: 2.5rem;
  background: var(--card); border: 1px solid var(--line); border-radius: 1.25rem;
  box-shadow: 0 1px 2px var(--shadow), 0 1.25rem 3rem -1rem var(--shadow);
}
header { text-align: center }
h1 { margin: 1.25rem 0 0; font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.015em; text-wrap: balance }
p { margin: 0; text-wrap: pretty }
a { color: inherit; text-underline-offset: .2em; text-decoration-thickness: 1px }
a:hover { text-decoration-thickness: 2px }
.lead { margin-top: .5rem; color: var(--muted) }
.lead a { color: var(--text) }
.content { margin-top: 2rem; display: grid; gap: .75rem }
.content form { display: grid; gap: 1.25rem; margin: 0 }
.hint { color: var(--muted); font-size: .9375rem; text-align: center }

.mark { display: inline-grid; place-items: center; width: 3.5rem; height: 3.5rem; border-radius: 1rem }
.mark svg { width: 2rem; height: 2rem }
svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round }
.logo { display: block; margin: 0 auto; max-width: 100%; max-height: 3.5rem }

.button {
  display: grid; align-items: center; width: 100%; min-height: 3rem; margin: 0; padding: .625rem .75rem;
  border: 1px solid var(--button-line); border-radius: .75rem;
  background-color: var(--card); color: var(--text);
  font: inherit; font-weight: 600; line-height: 1.3; text-align: center; text-decoration: none; cursor: pointer;
}
.button:not(.painted):hover { background-color: var(--hover) }
.painted { background: linear-gradient(var(--paint), var(--paint)) #fff; color: var(--ink) }
.button.painted { border-color: color-mix(in srgb, var(--text) 22%, transparent) }
.button.painted:hover { box-shadow: inset 0 0 0 2px color-mix(in srgb, var(--ink) 35%, transparent) }
.with-badge { grid-template-columns: 1.75rem 1fr 1.75rem; gap: .5rem }
.badge {
  display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: .5rem; overflow: hidden;
  font-size: .875rem; font-weight: 700; line-height: 1;
}
.mark, .badge { border: 1px solid color-mix(in srgb, var(--text) 14%, transparent) }
.badge::before { content: attr(data-initial); content: attr(data-initial) / "" }
.badge img { position: relative; display: block; width: 100%; height: 100%; padding: .25rem; object-fit: contain; background: #fff }
.badge img::before { /* shown only when the picture cannot be loaded */
  content: attr(data-initial); content: attr(data-initial) / "";
  position: absolute; inset: 0; display: grid; place-items: center; background: #fff; color: #16191f;
}
.quiet { justify-self: center; margin-bottom: -.75rem; padding: .75rem; color: var(--muted); font-size: .9375rem; text-align: center }

.fields { display: grid; gap: 1rem }
.field { display: grid; gap: .375rem }
.field label { font-size: .9375rem; font-weight: 600 }
.field input {
  width: 100%; min-height: 3rem; margin: 0; padding: .5rem .875rem;
  border: 1px solid var(--field-line); border-radius: .75rem;
  background: var(--field); color: var(--text); font: inherit;
}
.field input::placeholder { color: var(--muted); opacity: 1 }
.check { grid-template-columns: auto 1fr; align-items: center; gap: .75rem; min-height: 2.75rem }
.check input { width: 1.25rem; min-height: 0; height: 1.25rem; padding: 0; accent-color: var(--focus) }
.check label { font-weight: 400 }

.or { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; gap: .75rem; margin: .5rem 0; color: var(--muted); font-size: .875rem }
.or::before, .or::after { content: ""; border-top: 1px solid var(--line) }

.alert {
  margin-top: 1.5rem; padding: .875rem 1rem;
  border: 1px solid var(--alert-line); border-radius: .75rem;
  background: var(--alert); color: var(--alert-text); font-size: .9375rem;
}
.alert strong { display: block }
.alert + .content { margin-top: 1.5rem }

:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
.field input:focus-visible { outline-offset: -1px; outline-width: 2px; border-color: var(--focus) }

@media (max-width: 30rem) {
  body { padding: 1rem .75rem }
  main { padding: 2rem 1.25rem }
  .with-badge { gap: .25rem }
}
@media (prefers-reduced-motion: no-preference) {
  .button, .field input { transition: background-color .15s, border-color .15s, box-shadow .15s }
  .button:active { transform: translateY(1px) }
}
`

import type { Theme } from '../model/options.js'
import { acceptColor, type Color } from '../http/accept-color.js'
import { edgeContrast, reachContrast } from './contrast.js'

/**
 * The colours of each scheme. Text has a contrast of at least 4.5:1, and important borders at least
 * 3:1.
 */
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
    danger: '#8a1c14',
    'danger-ink': '#ffffff',
    paint: '#1b1f27',
    ink: '#ffffff',
    accent: '#1b1f27',
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
    danger: '#cf3a30',
    'danger-ink': '#ffffff',
    paint: '#eef0f4',
    ink: '#16191f',
    accent: '#eef0f4',
    shadow: '#00000052',
  },
} as const

/** A light or a dark page. */
export type Scheme = keyof typeof palettes

/** Returns the schemes that a theme allows. The first one is for visitors without a preference. */
export function colorSchemes({ colorScheme }: Theme): readonly Scheme[] {
  return colorScheme === 'light' || colorScheme === 'dark' ? [colorScheme] : ['light', 'dark']
}

/**
 * Returns the border colour that separates a coloured element from the page: the colour itself or a
 * similar one.
 */
export function findAccent(paint: Color, scheme: Scheme): Color {
  return reachContrast(paint, groundsOf(scheme), edgeContrast)
}

function groundsOf(scheme: Scheme): readonly Color[] {
  const { page, card } = palettes[scheme]
  return [page, card].map(acceptColor).filter((color) => color !== undefined)
}

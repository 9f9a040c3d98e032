import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig } from '../errors/config-errors.js'
import { acceptFont, acceptRadius } from '../http/accept-css.js'
import { acceptColor } from '../http/accept-color.js'
import { acceptImage, acceptLink } from '../http/accept-url.js'
import type { AuthConfig } from '../model/config.js'
import type { Theme } from '../model/options.js'
import type { DefaultSession } from '../model/records.js'
import { formatValue } from './format-value.js'

/** What a value of the theme has to be, and how to check it. */
interface Rule {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
}

const link: Rule = {
  expected: 'a path such as "/terms" or an http(s) URL',
  accepts: (value) => acceptLink(value) !== undefined,
}

const longestName = 60

const rules: Partial<Record<keyof Theme, Rule>> = {
  name: {
    expected: `a name in one line, with ${longestName} characters or fewer`,
    accepts: isName,
  },
  termsUrl: link,
  privacyUrl: link,
  stylesheet: { ...link, expected: 'a path such as "/auth.css" or an http(s) URL' },
  radius: {
    expected: 'a length such as "8px", "0.5rem" or "0"',
    accepts: (value) => acceptRadius(value) !== undefined,
  },
  font: {
    expected: 'names of fonts, separated by commas, such as "Inter, sans-serif"',
    accepts: (value) => acceptFont(value) !== undefined,
  },
}

/** Finds the values of `theme` that the pages could not use. */
export function* themeMistakes({ theme }: AuthConfig<DefaultSession>): Generator<TypedAuthError> {
  for (const [key, { expected, accepts }] of Object.entries(rules)) {
    const value: unknown = theme?.[key as keyof Theme]
    if (value === undefined || accepts(value)) continue
    yield new InvalidConfig(
      `Expected \`theme.${key}\` to be ${expected}, got ${formatValue(value)}.`,
    )
  }
}

/** A value that the pages leave out, because it is not valid. */
export interface IgnoredThemeValue {
  readonly key: keyof Theme
  readonly message: string
}

const color: Rule = {
  expected: 'a colour such as "#0f766e", "teal", "rgb(15 118 110)" or "hsl(175 77% 26%)"',
  accepts: (value) => acceptColor(value) !== undefined,
}

/** Auth.js has these keys too and accepts any value, so a wrong one does not stop the app. */
const lenientRules: Partial<Record<keyof Theme, Rule>> = {
  logo: {
    expected: 'a path such as "/logo.svg", an http(s) URL or an image in a data: URL',
    accepts: (value) => acceptImage(value) !== undefined,
  },
  brandColor: color,
  buttonText: color,
  colorScheme: {
    expected: '"auto", "light" or "dark"',
    accepts: (value) => value === 'auto' || value === 'light' || value === 'dark',
  },
}

/** Finds the values of `theme` that the pages ignore. */
export function* ignoredThemeValues({
  theme,
}: AuthConfig<DefaultSession>): Generator<IgnoredThemeValue> {
  for (const [name, { expected, accepts }] of Object.entries(lenientRules)) {
    const key = name as keyof Theme
    const value: unknown = theme?.[key]
    // An empty text is how an app switches one off, also with a variable of its environment.
    if (value === undefined || value === null || value === '' || accepts(value)) continue
    const message = `The pages ignore \`theme.${key}\`. Expected ${expected}, got ${formatValue(value)}.`
    yield { key, message }
  }
  if (theme?.buttonText && !theme.brandColor) {
    const message =
      'The pages ignore `theme.buttonText`, because `theme.brandColor` is not set. Set both, or neither.'
    yield { key: 'buttonText', message }
  }
}

function isName(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > longestName) return false
  return value.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)
}

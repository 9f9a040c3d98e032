import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig } from '../errors/config-errors.js'
import { acceptFont, acceptRadius } from '../http/accept-css.js'
import { acceptLink } from '../http/accept-url.js'
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

function isName(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > longestName) return false
  return value.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)
}

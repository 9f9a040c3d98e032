import type { ErrorWithText } from '../model/page-texts.js'
import { findErrorText, type NextStep } from './error-texts.js'
import { fillPlainText } from './fill-text.js'
import { findNextLinks, type NextPlaces } from './next-links.js'

/**
 * The text of an error page. All of it comes from the library's texts, and nothing from the query.
 */
export interface ErrorDescription {
  /** An error type that has its own text, or `general` for all others. */
  readonly type: ErrorWithText
  readonly title: string
  readonly sentence: string
  /** Where the visitor can go next, the best choice first. */
  readonly next: readonly NextPlace[]
}

/** A link that the visitor can follow after an error. */
export interface NextPlace {
  /** `sign-in` is the sign-in page, `site` is the start page. */
  readonly step: NextStep
  readonly url: string
  /** The text of the link. */
  readonly text: string
}

/** Returns the text for an error type, in the language of the page. */
export function describeErrorType(type: string, places: NextPlaces): ErrorDescription {
  const { next, ...words } = findErrorText(places.language.texts, type)
  const links = findNextLinks(next, places)
  return {
    ...words,
    next: links.map(({ step, href, text, host }) => ({
      step,
      url: href,
      text: fillPlainText(text, { site: host }),
    })),
  }
}

import type { ErrorWithText } from '../model/page-texts.js'
import { findErrorText, type NextStep } from './error-texts.js'
import { fillPlainText } from './fill-text.js'
import { findNextLinks, type NextPlaces } from './next-links.js'

/** What a page says about an error. All of it is ours: nothing comes from the query. */
export interface ErrorDescription {
  /** One of the types that have a text; `general` stands for all others. */
  readonly type: ErrorWithText
  readonly title: string
  readonly sentence: string
  /** Where to go from here, the best way first. */
  readonly next: readonly NextPlace[]
}

/** A place to go to after an error. */
export interface NextPlace {
  /** `sign-in` is the sign-in page, `site` the site itself. */
  readonly step: NextStep
  readonly url: string
  /** What a link to it says. */
  readonly text: string
}

/** Describes an error by the text of its type, in the language of the page. */
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

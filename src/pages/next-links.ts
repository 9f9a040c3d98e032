import type { Language } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { describeSite } from './document.js'
import type { NextStep } from './error-texts.js'

/** The pages that an error page can link to. */
export interface NextPlaces {
  readonly signinUrl: string
  readonly siteUrl: string
  readonly language: Language
}

/** A link that continues after an error. */
export interface NextLink {
  readonly step: NextStep
  readonly href: string
  /** The text of the link. `{site}` is replaced with `host`. */
  readonly text: string
  readonly host: string
}

/** Finds the links for the steps of an error. A step without a URL is skipped. */
export function findNextLinks(steps: readonly NextStep[], places: NextPlaces): readonly NextLink[] {
  return steps.flatMap((step) => findNextLink(step, places) ?? [])
}

function findNextLink(step: NextStep, places: NextPlaces): NextLink | undefined {
  const { toSignIn, toSite } = places.language.texts.links
  const site = describeSite(places.siteUrl)
  const href = step === 'sign-in' ? acceptLink(places.signinUrl) : site?.href
  if (href === undefined) return undefined
  return { step, href, text: step === 'sign-in' ? toSignIn : toSite, host: site?.host ?? '' }
}

import { isWebAuthn } from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { customPageUrl, resolveRedirect, routeUrl, type SafeUrl } from '../../context/redirects.js'
import type { FactorTexts } from '../../model/factor-texts.js'
import type { ErrorWords } from '../../model/page-texts.js'
import type { PageShell } from '../../pages/document.js'
import { findErrorText } from '../../pages/error-texts.js'
import type { ProofFormProps } from '../../pages/proof-form.js'
import type { ProofProblem, ProofWay } from '../../pages/proof-way.js'
import { loadPasskeyFlows } from '../passkey/load-flows.js'
import { pageShell } from '../pages/page-shell.js'
import { factorTextsOf } from './factor-texts.js'

/** What every page about second factors needs, except the nonce of its response. */
export type FactorShell = Omit<PageShell, 'nonce'> & {
  readonly texts: FactorTexts
  readonly csrfToken: string | undefined
}

export async function factorShell(ctx: RouteContext): Promise<FactorShell> {
  const shell = await pageShell(ctx)
  const texts = await factorTextsOf(ctx, shell.language)
  return { ...shell, texts, csrfToken: await csrfToken(ctx) }
}

/** Returns the URL of the app's own page, if it has one, with what the page has to say. */
export function ownPage(
  ctx: RouteContext,
  page: 'secondFactor' | 'addFactor' | 'factors' | 'confirm',
  callbackUrl?: string,
): SafeUrl | undefined {
  const error = ctx.query.get('error') ?? undefined
  const code = ctx.query.get('code') ?? undefined
  return customPageUrl(ctx, page, { callbackUrl, error, code })
}

/** Returns the page to open afterwards, for the query of one of our own pages. */
export async function returnTo(
  ctx: RouteContext,
): Promise<{ readonly callbackUrl: SafeUrl | undefined }> {
  const { callbackUrl } = ctx
  return {
    callbackUrl: callbackUrl === undefined ? undefined : await resolveRedirect(ctx, callbackUrl),
  }
}

/** Returns the way that the visitor chose, or else the first one. */
export function chooseWay(ctx: RouteContext, ways: readonly ProofWay[]): ProofWay {
  const asked = ctx.query.get('with') ?? ctx.query.get('code')
  return ways.find((way) => way === asked) ?? ways[0] ?? 'code'
}

/** Returns what the script of a page needs to ask for a passkey. Empty for other ways. */
export async function passkeyProps(
  ctx: RouteContext,
  way: ProofWay,
): Promise<Pick<ProofFormProps, 'passkey'>> {
  const provider = [...ctx.config.providers.values()].find(isWebAuthn)
  if (way !== 'passkey' || !provider) return {}
  const { version } = await (await loadPasskeyFlows(provider)).loadScript()
  const scriptUrl = routeUrl(ctx, 'webauthn-script', { v: version })
  return { passkey: { providerId: provider.id, basePath: ctx.config.basePath, scriptUrl } }
}

/** Why the last proof was refused, as the query says it. */
export function problemOf({ query }: RouteContext): ProofProblem | undefined {
  const isWrong = ['InvalidCode', 'CredentialsSignin'].includes(query.get('error') ?? '')
  return isWrong ? { type: 'wrong', isRepeated: query.get('code') === 'again' } : undefined
}

/** Returns the words for an error that no field explains. */
export function errorWords(ctx: RouteContext, { language }: FactorShell): ErrorWords | undefined {
  const type = ctx.query.get('error')
  const isExplained =
    type === null || type === 'ConfirmationRequired' || problemOf(ctx) !== undefined
  return isExplained ? undefined : findErrorText(language.texts, type)
}

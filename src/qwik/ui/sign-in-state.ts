import type { ActionStore } from '@builder.io/qwik-city'
import type { SignInDescription } from '../../core.js'
import type { SignInInput, SignInResult } from '../../model/results.js'

/** What `useSignIn()` returns. */
export type SignInAction = ActionStore<SignInResult, SignInInput & Record<string, unknown>>

/** What became of the last attempt to sign in. */
export interface SignInState {
  /** Errors that belong to no visible field. */
  readonly problems: readonly string[]
  /** Id of the provider whose form was sent. */
  readonly sentId: string | undefined
  /** URL to go to after the sign-in. */
  readonly redirectTo: string
  /** Errors of the fields of the form that was sent, by name. */
  readonly fieldErrors: Readonly<Record<string, readonly string[] | undefined>>
  /** What the visitor entered in the form that was sent, by name. */
  readonly entered: Readonly<Record<string, string | undefined>>
}

/** Reads the last attempt from the action, or from the query of a failed redirect. */
export function readSignInState(
  { error, providers, callbackUrl }: SignInDescription,
  signIn: SignInAction,
  fallback: string,
): SignInState {
  const sentId = readSent(signIn, 'providerId')
  const fields = providers.find(({ id }) => id === sentId)?.fields ?? []
  const failure = signIn.value?.failed ? signIn.value : undefined
  const errors = Object.entries(failure?.fieldErrors ?? {})
  const isShown = (name: string): boolean =>
    fields.some((field) => field.name === name && field.type !== 'hidden')
  const own = failure && [
    ...failure.formErrors,
    ...errors.flatMap(([name, words]) => (isShown(name) ? [] : (words ?? []))),
  ]
  return {
    problems: own ?? (error && !signIn.value ? [`${error.title}.`, error.sentence] : []),
    sentId: failure && sentId,
    redirectTo: readSent(signIn, 'redirectTo') ?? callbackUrl ?? fallback,
    fieldErrors: Object.fromEntries(errors.filter(([name]) => isShown(name))),
    entered: Object.fromEntries(fields.map(({ name }) => [name, readSent(signIn, name)])),
  }
}

function readSent({ formData }: SignInAction, name: string): string | undefined {
  const value = formData?.get(name)
  return typeof value === 'string' ? value : undefined
}

import type { DefaultSession } from '../model/records.js'
import type { AuthEvent, ConfigQrl } from './event.js'
import { keepVisibleFields } from './keep-visible-fields.js'
import { forgetSecrets } from './run-action.js'
import { checkSignInInput, checkSignOutInput, type InputErrors } from './sign-in-input.js'

/** The result of a Qwik validator. */
export type Verdict =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly status: 400; readonly error: InputErrors }

/** Validates the input of a sign-in action. */
export async function validateSignIn<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
  input: unknown,
): Promise<Verdict> {
  const error = checkSignInInput(input)
  if (!error) return { success: true, data: input }
  await forgetSecrets(event, configQrl)
  return { success: false, status: 400, error }
}

/** Validates the input of a sign-out action. */
export function validateSignOut(event: AuthEvent, input: unknown): Verdict {
  const error = checkSignOutInput(input)
  if (!error) return { success: true, data: input }
  keepVisibleFields(event, [])
  return { success: false, status: 400, error }
}

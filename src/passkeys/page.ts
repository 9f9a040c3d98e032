// The script of the built-in sign-in page, which handles its passkey forms.
import type { PasskeyCall, PasskeyDone } from './call.js'
import {
  offerPasskeys,
  registerPasskey,
  signInWithPasskey,
  supportsPasskeys,
} from './ceremonies.js'
import { PasskeyError } from './passkey-error.js'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  if (supportsPasskeys()) activateForm(form)
  else showMessage(form, 'unsupported')
}

function activateForm(form: HTMLFormElement): void {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (sharedField(form)?.reportValidity() === false) return
    const button = event.submitter as HTMLButtonElement | null
    const startCeremony = button?.value === 'register' ? registerPasskey : signInWithPasskey
    void follow(form, startCeremony(callOf(form)))
  })
  offer(form)
}

/**
 * The user did not ask for autofill, so an offer that is cancelled shows no message. Nor does one that
 * an embedded browser refuses because it has no authenticator, although it supports passkeys.
 */
function offer(form: HTMLFormElement): void {
  if (form.dataset['autofill'] === undefined) return
  offerPasskeys(callOf(form)).then(navigate, (error: unknown) => {
    const { code } = error instanceof PasskeyError ? error : { code: 'cancelled' }
    if (code !== 'cancelled' && code !== 'unsupported') showMessage(form, code)
  })
}

async function follow(form: HTMLFormElement, ceremony: Promise<PasskeyDone>): Promise<void> {
  const buttons = form.querySelectorAll('button')
  showMessage(form, undefined)
  for (const button of buttons) button.disabled = true
  try {
    navigate(await ceremony)
  } catch (error) {
    const code = error instanceof PasskeyError ? error.code : 'failed'
    if (code === 'ConfirmationRequired') {
      confirm(form)
      return
    }
    showMessage(form, code)
    offer(form)
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

/** An old session adds no passkey. The user confirms their identity and comes back. */
function confirm(form: HTMLFormElement): void {
  const callbackUrl = encodeURIComponent(location.href)
  location.assign(`${form.dataset['basePath'] ?? '/auth'}/confirm?callbackUrl=${callbackUrl}`)
}

function navigate({ url }: PasskeyDone): void {
  location.assign(url)
}

/** The page contains the texts in its language. */
function showMessage(form: HTMLFormElement, code: string | undefined): void {
  const texts = JSON.parse(form.dataset['texts'] ?? '{}') as Record<string, string>
  const place = form.nextElementSibling as HTMLElement
  place.hidden = code === undefined
  place.textContent = code === undefined ? '' : (texts[code] ?? texts['general'] ?? '')
}

function callOf(form: HTMLFormElement): PasskeyCall {
  const {
    callbackUrl,
    csrfToken: _,
    ...fields
  } = Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  const { passkey: provider, basePath } = form.dataset
  const shared = sharedField(form)
  if (shared) fields[shared.name] = shared.value
  return { provider, basePath, fields, redirectTo: callbackUrl }
}

/** A field of another form on the page, so that the visitor fills it in once. */
function sharedField({ dataset: { field } }: HTMLFormElement): HTMLInputElement | null {
  return field === undefined ? null : document.querySelector<HTMLInputElement>(`input#${field}`)
}

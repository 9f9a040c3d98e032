// The script of the built-in sign-in page: brings its passkey forms to life.
import type { PasskeyCall, PasskeyDone } from './call.js'
import {
  offerPasskeys,
  registerPasskey,
  signInWithPasskey,
  supportsPasskeys,
} from './ceremonies.js'
import { PasskeyError } from './passkey-error.js'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  if (supportsPasskeys()) enliven(form)
  else say(form, 'unsupported')
}

function enliven(form: HTMLFormElement): void {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = event.submitter as HTMLButtonElement | null
    const begin = button?.value === 'register' ? registerPasskey : signInWithPasskey
    void follow(form, begin(callOf(form)))
  })
  offer(form)
}

/** Autofill is an offer: that it came to nothing is not worth a word. */
function offer(form: HTMLFormElement): void {
  if (form.dataset['autofill'] === undefined) return
  offerPasskeys(callOf(form)).then(go, (error: unknown) => {
    if (error instanceof PasskeyError && error.code !== 'cancelled') say(form, error.code)
  })
}

async function follow(form: HTMLFormElement, ceremony: Promise<PasskeyDone>): Promise<void> {
  const buttons = form.querySelectorAll('button')
  say(form, undefined)
  for (const button of buttons) button.disabled = true
  try {
    go(await ceremony)
  } catch (error) {
    say(form, error instanceof PasskeyError ? error.code : 'failed')
    offer(form)
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

function go({ url }: PasskeyDone): void {
  location.assign(url)
}

/** The texts come with the page, in its language. */
function say(form: HTMLFormElement, code: string | undefined): void {
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
  return { provider, basePath, fields, redirectTo: callbackUrl }
}

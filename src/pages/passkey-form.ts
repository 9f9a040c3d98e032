import { attributes, html, type Html } from '../http/html.js'
import type { PageTexts } from '../model/page-texts.js'
import { renderAlert } from './alert.js'
import { findError, renderButton, renderFields, type OptionSurroundings } from './option-form.js'
import { nameOption, type PasskeyOption } from './sign-in-option.js'

/** What a form of a passkey provider does, and where its page has it. */
interface PasskeyFormPlace {
  readonly texts: PageTexts
  /** The hidden inputs of the form. */
  readonly hidden: Html
  readonly content: Html
  /** The attributes for the script, besides those of every form. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Whether the page has no other form, so that it explains what happens without the script. */
  readonly isMain: boolean
}

/**
 * Renders a form of a passkey provider. The script shows it, because the ceremony needs the script.
 * Without the script, or in a browser without passkeys, the visitor sees the rest of the page.
 */
export function renderPasskeyForm(
  option: PasskeyOption,
  { texts, hidden, content, data, isMain }: PasskeyFormPlace,
): Html {
  const own = {
    'data-passkey': option.id,
    'data-base-path': option.basePath,
    ...data,
    'data-texts': JSON.stringify(passkeyMessages(texts)),
  }
  const hint = html`<noscript><p class="hint">${texts.signIn.passkeysUnavailable}</p></noscript>`
  return html`<form method="post" hidden ${attributes(own)}>${hidden} ${content}</form>
    <p class="alert" role="alert" hidden></p>
    ${isMain && hint}`
}

/**
 * Renders the form that signs in with a passkey.
 *
 * @param isMain - whether the page has no other form.
 */
export function renderPasskeySignIn(
  option: PasskeyOption,
  texts: PageTexts,
  around: OptionSurroundings,
  { isMain }: { readonly isMain: boolean },
): Html {
  const error = findError(option, around)
  // Browsers offer passkeys in a field only.
  const autofill = option.autofill && (!isMain || option.needsFields)
  return renderPasskeyForm(option, {
    texts,
    hidden: around.hidden,
    content: html`${error && renderAlert(error)} ${renderSignInContent(option, around, isMain)}`,
    data: { 'data-autofill': autofill },
    isMain,
  })
}

function renderSignInContent(
  option: PasskeyOption,
  around: OptionSurroundings,
  isMain: boolean,
): Html {
  const name = nameOption(option, around.texts)
  const button = (look: string): Html => renderButton({ option, look }, name, around)
  if (!option.needsFields) return button(isMain ? 'button brand painted' : 'button plain')
  const fields = renderFields(option.id, option.fields)
  if (isMain) {
    return html`<div class="fields">${fields}</div>
      ${button('button brand painted')}`
  }
  return html`<details>
    <summary>${name}</summary>
    <div class="fields">${fields} ${button('button')}</div>
  </details>`
}

/** The messages that a script may show, by the code of the error. */
export function passkeyMessages({ signIn, errors }: PageTexts): Readonly<Record<string, string>> {
  const sentences = scriptErrors.map((name) => [name, errors[name].sentence])
  return {
    ...(Object.fromEntries(sentences) as Record<string, string>),
    cancelled: signIn.passkeyCancelled,
    'already-registered': errors.AccountNotLinked.sentence,
    unsupported: signIn.passkeysUnavailable,
  }
}

const scriptErrors = [
  'general',
  'WebAuthnVerificationError',
  'AccessDenied',
  'AccountNotLinked',
  'InvalidEmailAddress',
  'TooManyRequests',
] as const

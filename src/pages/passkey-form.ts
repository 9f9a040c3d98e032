import { attributes, html, type Html } from '../http/html.js'
import { renderAlert } from './alert.js'
import { findError, renderButton, renderFields, type OptionSurroundings } from './option-form.js'
import { nameOption, type PasskeyOption } from './sign-in-option.js'

/**
 * Renders the form of a passkey provider. The script shows it, because the ceremony needs the
 * script. Without the script, or in a browser without passkeys, the visitor sees the other options.
 *
 * @param isMain - whether the page has no other form. The fields are then open, because browsers
 *   offer passkeys in a field that the visitor sees.
 */
export function renderPasskeyForm(
  option: PasskeyOption,
  around: OptionSurroundings,
  { isMain }: { readonly isMain: boolean },
): Html {
  const { texts, hidden } = around
  const error = findError(option, around)
  const data = {
    'data-passkey': option.id,
    'data-base-path': option.basePath,
    'data-autofill': option.autofill,
    'data-texts': JSON.stringify(scriptTexts(around)),
  }
  const content = isMain ? renderMain(option, around) : renderQuiet(option, around)
  return html`<form method="post" hidden ${attributes(data)}>
      ${hidden} ${error && renderAlert(error)} ${content}
    </form>
    <p class="alert" role="alert" hidden></p>
    ${isMain && html`<noscript><p class="hint">${texts.passkeysUnavailable}</p></noscript>`}`
}

function renderMain(option: PasskeyOption, around: OptionSurroundings): Html {
  const fields = renderFields(option.id, option.fields)
  return html`${fields.length > 0 && html`<div class="fields">${fields}</div>`}
  ${renderUse(option, 'button brand painted', around)} ${renderCreate(around)}`
}

function renderQuiet(option: PasskeyOption, around: OptionSurroundings): Html {
  return html`${renderUse(option, 'button plain', around)}
    <details>
      <summary>${around.texts.createPasskey}</summary>
      <div class="fields">${renderFields(option.id, option.fields)} ${renderCreate(around)}</div>
    </details>`
}

/** A visitor with a passkey does not have to enter a user name. */
function renderUse(option: PasskeyOption, look: string, around: OptionSurroundings): Html {
  const button = { option, look, own: { formnovalidate: true } }
  return renderButton(button, nameOption(option, around.texts), around)
}

function renderCreate({ texts }: OptionSurroundings): Html {
  return html`<button type="submit" class="button" value="register">${texts.createPasskey}</button>`
}

/** The messages that the script may show, by error code. */
function scriptTexts({ texts, errors }: OptionSurroundings): Readonly<Record<string, string>> {
  const sentences = scriptErrors.map((name) => [name, errors[name].sentence])
  return {
    ...(Object.fromEntries(sentences) as Record<string, string>),
    cancelled: texts.passkeyCancelled,
    'already-registered': errors.AccountNotLinked.sentence,
    unsupported: texts.passkeysUnavailable,
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

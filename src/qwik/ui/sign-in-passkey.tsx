import type { JSXOutput } from '@builder.io/qwik'
import type { SignInProvider } from '../../core.js'
import { PasskeyButton } from './passkey-button.js'

interface SignInPasskeyProps {
  readonly provider: SignInProvider
  readonly redirectTo: string
  /** Whether a field of another form offers passkeys in its autofill. */
  readonly hasField: boolean
  /** Whether this provider may offer passkeys in the autofill. A browser has one offer at a time. */
  readonly mayOffer: boolean
  /** Whether the page has nothing else to sign in with. */
  readonly isOnlyWay: boolean
}

/** The button that signs in with a passkey. Nothing for providers of other types. */
export function SignInPasskey(props: SignInPasskeyProps): JSXOutput {
  const { provider, redirectTo, hasField, mayOffer, isOnlyWay } = props
  const { id, label, fields, passkey, isLastUsed } = provider
  if (!passkey) return null
  const { basePath, autofill, needsFields, messages } = passkey
  return (
    <PasskeyButton
      ceremony="authenticate"
      call={{ provider: id, basePath, redirectTo }}
      text={label}
      messages={messages}
      fields={needsFields ? fields : []}
      // Browsers offer passkeys in a field only.
      autofill={autofill && mayOffer && (hasField || needsFields)}
      explains={isOnlyWay}
      isLastUsed={isLastUsed}
    />
  )
}

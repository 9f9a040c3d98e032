import type { JSXOutput } from '@builder.io/qwik'
import type { User } from 'latchkey'

interface PortraitProps {
  readonly user: User
  readonly size: 'small' | 'medium' | 'large'
}

/** A picture beside a name: decoration, so it has no text of its own. */
export const Portrait = ({ user, size }: PortraitProps): JSXOutput =>
  user.image ? (
    <img class={['portrait', size]} src={user.image} alt="" width={56} height={56} />
  ) : null

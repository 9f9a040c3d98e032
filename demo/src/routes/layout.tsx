import { component$, Slot } from '@builder.io/qwik'
import { Header } from '../components/header'

export default component$(() => (
  <>
    <a class="skip" href="#content">
      Skip to the content
    </a>
    <Header />
    <main id="content">
      <Slot />
    </main>
    <footer>
      <p>
        Kingfisher is the demo of Latchkey, authentication for Qwik City. It runs on one machine,
        and so does everything that it knows about you.
      </p>
    </footer>
  </>
))

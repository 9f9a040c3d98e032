import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import Landing from './landing.vue'
import { showActivePage } from './show-active-page.js'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app, router }) {
    app.component('landing', Landing)
    if (typeof window !== 'undefined') showActivePage(router)
  },
} satisfies Theme

import { mount } from 'svelte'
import App from './App.svelte'
import './theme.css'
import './app.css'
import { router } from './lib/route.svelte'
import { settings } from './lib/settings.svelte'

settings.start()
router.start()

const place = document.getElementById('app')
if (place) mount(App, { target: place })

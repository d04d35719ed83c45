import { mount } from 'svelte';

import './fonts.css';
import './theme.css';
import './base.css';
import './splash.css';
import './app.css';
import './cards.css';
import App from './App.svelte';
import { settings } from './core/settings.svelte';

settings.apply();
delete document.documentElement.dataset['loading']; // from here on the app itself reports what does not load
const target = document.getElementById('app');
if (target) mount(App, { target });

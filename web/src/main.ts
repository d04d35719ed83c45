import { mount } from 'svelte';

import './fonts.css';
import './theme.css';
import './base.css';
import './splash.css';
import './app.css';
import './cards.css';
import './utilities.css';
import App from './App.svelte';
import { settings } from './core/settings.svelte';

settings.apply();
// From here on the app reports loading failures. Until now a script in the page did.
delete document.documentElement.dataset['loading'];
const target = document.getElementById('app');
if (target) mount(App, { target });

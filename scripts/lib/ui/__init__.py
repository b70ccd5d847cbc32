"""Tests of the inspector in a browser; a module for each part of the page."""

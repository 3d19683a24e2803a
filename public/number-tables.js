// The browser reads its tables of numbers and of dates, as the page's first number and first date would have it do.
(0).toLocaleString(self.name);
new Date(0).toLocaleDateString(self.name);
self.close();

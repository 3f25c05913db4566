// The same API in memory, as usually written in Go: net/http, encoding/json, zerolog and client_golang.
package main

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

type pet struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
	Status     string `json:"status,omitempty"`
}

type newPet struct {
	Name       *string `json:"name"`
	CategoryID *int64  `json:"categoryId"`
	Status     string  `json:"status"`
}

var statuses = map[string]bool{"": true, "available": true, "pending": true, "sold": true}

type store struct {
	mutex sync.RWMutex
	pets  []pet
}

// The first animals, optionally of a status. An animal never changes, so a part of the slice needs no copy.
func (s *store) list(limit int, status string) []pet {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	if status == "" {
		return s.pets[:min(limit, len(s.pets))]
	}
	page := make([]pet, 0, limit)
	for _, each := range s.pets {
		if len(page) == limit {
			break
		}
		if each.Status == status {
			page = append(page, each)
		}
	}
	return page
}

func (s *store) find(id int64) (pet, bool) {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	if id < 1 || id > int64(len(s.pets)) {
		return pet{}, false
	}
	return s.pets[id-1], true
}

func (s *store) add(input newPet) pet {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	added := pet{int64(len(s.pets) + 1), *input.Name, *input.CategoryID, input.Status}
	s.pets = append(s.pets, added)
	return added
}

func send(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body)
}

func sendJSON(w http.ResponseWriter, status int, value any) {
	body, _ := json.Marshal(value)
	send(w, status, body)
}

// The API. The bodies of its errors are those of the service.
func newAPI(errors map[string]string) http.Handler {
	animals := &store{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/pets", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		limit := 20
		if query.Has("limit") {
			limit, _ = strconv.Atoi(query.Get("limit"))
		}
		if status := query.Get("status"); limit < 1 || limit > 100 || !statuses[status] {
			http.Error(w, "invalid query", http.StatusBadRequest)
		} else {
			sendJSON(w, http.StatusOK, animals.list(limit, status))
		}
	})
	mux.HandleFunc("GET /v1/pets/{petId}", func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.ParseInt(r.PathValue("petId"), 10, 64)
		if found, ok := animals.find(id); err == nil && ok {
			sendJSON(w, http.StatusOK, found)
		} else {
			send(w, http.StatusNotFound, []byte(errors["404"]))
		}
	})
	mux.HandleFunc("POST /v1/pets", func(w http.ResponseWriter, r *http.Request) {
		var input newPet
		err := json.NewDecoder(r.Body).Decode(&input)
		if err != nil || input.Name == nil || input.CategoryID == nil || !statuses[input.Status] {
			http.Error(w, "invalid animal", http.StatusBadRequest)
		} else {
			sendJSON(w, http.StatusCreated, animals.add(input))
		}
	})

	keys := map[[sha256.Size]byte]string{sha256.Sum256([]byte(os.Getenv("API_KEY"))): "bench"}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		credential := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if _, known := keys[sha256.Sum256([]byte(credential))]; known {
			mux.ServeHTTP(w, r)
		} else {
			send(w, http.StatusUnauthorized, []byte(errors["401"]))
		}
	})
}

// Writes the log in portions of 4 KiB and once a second, like the other servers.
type portions struct {
	mutex  sync.Mutex
	buffer *bufio.Writer
}

func (p *portions) Write(line []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.buffer.Write(line)
}

func (p *portions) flushEachSecond() {
	for range time.Tick(time.Second) {
		p.mutex.Lock()
		p.buffer.Flush()
		p.mutex.Unlock()
	}
}

type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Gives each request an id, a log line and a sample of a histogram.
func observed(next http.Handler) http.Handler {
	out := &portions{buffer: bufio.NewWriterSize(os.Stdout, 4096)}
	go out.flushEachSecond()
	zerolog.TimeFieldFormat = zerolog.TimeFormatUnixMs
	log := zerolog.New(out).With().Timestamp().Logger()
	durations := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "http_server_request_duration_seconds",
		Help:    "Duration of a request in seconds",
		Buckets: []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10},
	}, []string{"method", "route", "status"})
	prometheus.MustRegister(durations)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		id := r.Header.Get("X-Request-Id")
		if id == "" {
			id = rand.Text()
		}
		w.Header().Set("X-Request-Id", id)
		response := &recorder{w, http.StatusOK}
		next.ServeHTTP(response, r)
		duration := time.Since(begin)
		durations.WithLabelValues(r.Method, r.Pattern, strconv.Itoa(response.status)).Observe(duration.Seconds())
		log.Info().Str("requestId", id).Str("method", r.Method).Str("route", r.Pattern).
			Int("status", response.status).Dur("duration", duration).Msg("request")
	})
}

func main() {
	var errors map[string]string
	json.Unmarshal([]byte(os.Getenv("ERRORS")), &errors)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("{\"url\":\"http://%s\",\"msg\":\"listening\"}\n", listener.Addr())
	panic(http.Serve(listener, observed(newAPI(errors))))
}
